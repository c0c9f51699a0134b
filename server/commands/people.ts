import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { OperatorAction } from '../../contract/admin.ts'
import type { User } from '../../contract/entities.ts'
import { exportArchive } from '../archives/export-archive.ts'
import type { Database } from '../db/sql.ts'
import { createLog } from '../log.ts'
import { AT_SERVER, maskPhone, recordOperatorAct } from '../operator/operator-acts.ts'
import {
  banWords,
  countOfPerson,
  findPerson,
  listOrmasWithPostsOf,
  movePerson,
  readNumber,
  readPerson,
  readPhone,
} from '../operator/people.ts'
import { removePost } from '../posts/post-routes.ts'
import { OperatorError } from '../settings/read-settings.ts'
import { openBlobs, openInstallation } from '../stores.ts'
import type { Places } from '../config.ts'
import { findBan } from '../users/bans.ts'
import { deleteAccountAndFiles } from '../users/delete-account.ts'
import { findUserByPhone } from '../users/users.ts'
import { countText, readOptions, runCommand, typedPath } from './run-command.ts'

const USAGE = 'npm run people -- --help says how it is called.'

const OPTIONS = {
  phone: { type: 'string' },
  export: { type: 'boolean' },
  to: { type: 'string' },
  delete: { type: 'boolean' },
  'move-to': { type: 'string' },
  yes: { type: 'boolean' },
} as const

/** `npm run people -- --phone=…`: says what is here of somebody, exports or deletes it, or gives them another number. */
await runCommand(async () => {
  const given = readOptions(USAGE, OPTIONS)
  const acts = [given.export, given.delete, given['move-to']].filter((act) => act !== undefined)
  const isWhole = Boolean(given.export) === Boolean(given.to)
  if (given.phone === undefined || acts.length > 1 || !isWhole) throw new OperatorError(USAGE)
  const phone = readPhone(given.phone)
  const { db, places } = await openInstallation()
  try {
    const hasAccount = (await findUserByPhone(db, phone)) !== undefined
    if (given.to && !hasAccount && (await findBan(db, phone))) {
      return await saveNumber(db, phone, typedPath(given.to))
    }
    const person = await findPerson(db, phone)
    if (given.to) return await save(db, places, person, typedPath(given.to))
    if (given.delete) return await remove(db, places, person, Boolean(given.yes))
    if (given['move-to'] !== undefined) {
      return await move(db, person, readPhone(given['move-to']), Boolean(given.yes))
    }
    return await whatIsHere(db, person)
  } finally {
    await db.close()
  }
})

async function whatIsHere(db: Database, person: User): Promise<string> {
  const counts = Object.entries(await countOfPerson(db, person))
  const lines = counts.map(([what, count]) => `  ${countText(count)} ${what}`)
  return [
    `${person.name ?? 'Somebody without a name'} (${person.email ?? 'no email'}):`,
    ...lines,
    ...(await banWords(db, person.phone)),
  ].join('\n')
}

/** What is here of a banned number without an account. */
async function saveNumber(db: Database, phone: string, folder: string): Promise<string> {
  await writePerson(folder, await readNumber(db, phone))
  await note(db, 'export_person', { phone })
  return `Wrote person.json into ${folder}. The number has no account here, but it is banned.`
}

async function writePerson(folder: string, all: object): Promise<void> {
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'person.json'), `${JSON.stringify(all, undefined, 2)}\n`)
}

async function save(db: Database, places: Places, person: User, folder: string): Promise<string> {
  const parts = { db, blobs: await openBlobs(places), log: createLog('warn') }
  await writePerson(folder, await readPerson(db, person))
  let photos = 0
  for (const { id, name } of await listOrmasWithPostsOf(db, person)) {
    const title = name.replaceAll(/[^\p{L}\p{N}]+/gu, ' ').trim()
    const scope = { event_id: id, user_id: person.id }
    photos += await exportArchive(parts, scope, join(folder, `${id} ${title}.zip`))
  }
  await note(db, 'export_person', person)
  return `Wrote person.json and ${countText(photos)} photos and videos into ${folder}. What waits for review, or is still being made, is named in person.json alone.`
}

async function remove(
  db: Database,
  places: Places,
  person: User,
  isSure: boolean,
): Promise<string> {
  const { Ormas: owned, ...others } = await countOfPerson(db, person)
  if (owned > 0) {
    throw new OperatorError(
      `This person owns ${countText(owned)} Ormas. Delete those first (npm run ormas), or have them handed over in the app.`,
    )
  }
  if (!isSure) {
    const counted = Object.entries(others).map(([what, count]) => `${countText(count)} ${what}`)
    throw new OperatorError(
      `This would be deleted for good: the account, ${counted.join(', ')}. Say so with --yes.`,
    )
  }
  const log = createLog('info')
  const parts = { db, blobs: await openBlobs(places), log, now: Date.now }
  const deletePost = (id: number) => removePost(parts, id)
  const wanted = { mayLeavePosts: false }
  const { deleted } = await deleteAccountAndFiles({ ...parts, deletePost }, person.id, wanted)
  await note(db, 'delete_person', person)
  log.info('the operator has deleted an account', { user: person.id, ...deleted })
  return [
    `Deleted: the account, ${countText(deleted.posts)} photos and videos with ${countText(deleted.files)} files, ${countText(deleted.comments)} comments, ${countText(deleted.likes)} likes.`,
    ...(await banWords(db, person.phone)),
  ].join('\n')
}

async function move(db: Database, person: User, phone: string, isSure: boolean): Promise<string> {
  if (!isSure) {
    throw new OperatorError(
      `From then on +${phone} would sign in to the account of ${person.name ?? 'this person'}, and the old number to none. Say so with --yes.`,
    )
  }
  await movePerson(db, person, phone)
  await note(db, 'move_person', person)
  createLog('info').info('the operator has given an account another number', { user: person.id })
  return `The account has the number +${phone} now. Ormas, photos and sign-ins are as they were.`
}

function note(db: Database, action: OperatorAction, { phone }: Pick<User, 'phone'>): Promise<void> {
  return recordOperatorAct(db, { ...AT_SERVER, action, about: maskPhone(phone) }, Date.now())
}
