import { DatabaseSync } from 'node:sqlite'
import type { BackupFile } from './backup-files.ts'
import type { BlobLine } from './manifest.ts'
import type { NamedBlob } from './row-blobs.ts'

const AT_ONCE = 1000

export type BackupIndex = ReturnType<typeof openBackupIndex>

/** What a backup in the making has to remember, which may be more than fits in memory: in a file that SQLite removes at its end. */
export function openBackupIndex() {
  // No name: a file of nobody else's, and none while it is small.
  const db = new DatabaseSync('')
  db.exec(`
    create table earlier (blob text primary key, modified integer, size integer, sha256 text) without rowid;
    create table taken (blob text primary key, modified integer, size integer, sha256 text) without rowid;
    create table named (key text primary key, is_needed integer) without rowid;
    create table wanted (sha256 text primary key) without rowid;
    begin`)
  const columns = 'blob, modified, size, sha256'
  const statements = {
    addEarlier: db.prepare(`insert or replace into earlier (${columns}) values (?, ?, ?, ?)`),
    findEarlier: db.prepare(`select ${columns} from earlier where blob = ?`),
    addNamed: db.prepare('insert or replace into named (key, is_needed) values (?, ?)'),
    namedAfter: db.prepare(`select key, is_needed from named
       where key > ? and key not in (select blob from taken) order by key limit ${AT_ONCE}`),
    take: db.prepare(`insert or replace into taken (${columns}) values (?, ?, ?, ?)`),
    takenAfter: db.prepare(`select ${columns} from taken
       where blob > ? and blob in (select key from named) order by blob limit ${AT_ONCE}`),
    addWanted: db.prepare('insert or ignore into wanted (sha256) values (?)'),
    isWanted: db.prepare('select 1 from wanted where sha256 = ?'),
  }
  const values = ({ blob, modified, size, sha256 }: BlobLine) => [blob, modified, size, sha256]

  return {
    /** Remembers a blob of the backup before. */
    addEarlier: (line: BlobLine) => void statements.addEarlier.run(...values(line)),
    findEarlier: (key: string) => statements.findEarlier.get(key) as BlobLine | undefined,
    clearNamed: () => db.exec('delete from named'),
    addNamed: (blobs: readonly NamedBlob[]) => {
      for (const { key, isNeeded } of blobs) statements.addNamed.run(key, Number(isNeeded))
    },
    /** The named blobs that are not taken yet, in the order of their keys. */
    *named(): Generator<NamedBlob> {
      const rows = (last: string) =>
        statements.namedAfter.all(last) as { key: string; is_needed: number }[]
      for (let some = rows(''); some.length > 0; some = rows(some.at(-1)?.key ?? '')) {
        yield* some.map(({ key, is_needed }) => ({ key, isNeeded: is_needed === 1 }))
      }
    },
    take: (line: BlobLine) => void statements.take.run(...values(line)),
    /** The blobs that were taken and are still named, in the order of their keys. */
    *taken(): Generator<BlobLine> {
      const lines = (last: string) => statements.takenAfter.all(last) as unknown as BlobLine[]
      for (let some = lines(''); some.length > 0; some = lines(some.at(-1)?.blob ?? '')) {
        yield* some.map((line) => ({ ...line }))
      }
    },
    addWanted: ({ sha256 }: BackupFile) => void statements.addWanted.run(sha256),
    isWanted: (sha256: string) => statements.isWanted.get(sha256) !== undefined,
    close: () => db.close(),
  }
}
