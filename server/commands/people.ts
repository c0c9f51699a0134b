import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { OperatorAction } from '../../contract/admin.ts'
import type { User } from '../../contract/entities.ts'
import { exportArchive } from '../archives/export-archive.ts'
import type { Database, Queries, Transaction } from '../db/sql.ts'
import { readLimits } from '../limits/limit-settings.ts'
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
import { banPhone, findBan, liftBan } from '../users/bans.ts'
import { deleteAccountAndFiles } from '../users/delete-account.ts'
import { findUserByPhone } from '../users/users.ts'
import { countText, readOptions, refuseExisting, runCommand, typedPath } from './run-command.ts'

const USAGE = 'npm run people -- --help says how it is called.'

const OPTIONS = {
  phone: { type: 'string' },
  export: { type: 'boolean' },
  to: { type: 'string' },
  delete: { type: 'boolean' },
  'move-to': { type: 'string' },
  ban: { type: 'boolean' },
  'lift-ban': { type: 'boolean' },
  yes: { type: 'boolean' },
} as const

/** `npm run people -- --phone=…`: says what is here of somebody, exports or deletes it, gives them another number, or bans it. */
await runCommand(async () => {
  const given = readOptions(USAGE, OPTIONS)
  const { export: exported, delete: deleted, 'move-to': moved, ban, 'lift-ban': lifted } = given
  const acts = [exported, deleted, moved, ban, lifted].filter((act) => act !== undefined)
  const isWhole = Boolean(exported) === Boolean(given.to)
  if (given.phone === undefined || acts.length > 1 || !isWhole) throw new OperatorError(USAGE)
  const phone = readPhone(given.phone)
  const { db, places } = await openInstallation()
  try {
    if (ban) return await banNumber(db, phone)
    if (lifted) return await liftBanOf(db, phone)
    const hasAccount = (await findUserByPhone(db, phone)) !== undefined
    if (given.to && !hasAccount && (await findBan(db, phone))) {
      return await saveNumber(db, phone, typedPath(given.to))
    }
    const person = await findPerson(db, phone)
    if (given.to) return await save(db, places, person, typedPath(given.to))
    if (deleted) return await remove(db, places, person, Boolean(given.yes))
    if (moved !== undefined) return await move(db, person, readPhone(moved), Boolean(given.yes))
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
  await writeJson(await makeFolder(folder), await readNumber(db, phone))
  await note(db, 'export_person', { phone })
  return `Wrote person.json into ${folder}. The number has no account here, but it is banned.`
}

/** Makes a folder for what is here of somebody; gives the place of what the database has. */
async function makeFolder(folder: string): Promise<string> {
  const file = join(folder, 'person.json')
  refuseExisting(file)
  await mkdir(folder, { recursive: true })
  return file
}

function writeJson(file: string, all: object): Promise<void> {
  return writeFile(file, `${JSON.stringify(all, undefined, 2)}\n`)
}

async function save(db: Database, places: Places, person: User, folder: string): Promise<string> {
  const parts = { db, blobs: await openBlobs(places), log: createLog('warn') }
  const file = await makeFolder(folder)
  let photos = 0
  for (const { id, name } of await listOrmasWithPostsOf(db, person)) {
    const title = name.replaceAll(/[^\p{L}\p{N}]+/gu, ' ').trim()
    const scope = { event_id: id, user_id: person.id }
    photos += await exportArchive(parts, scope, join(folder, `${id} ${title}.zip`))
  }
  // Last: without it the folder is not done, and may be written again.
  await writeJson(file, await readPerson(db, person))
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

async function banNumber(db: Database, phone: string): Promise<string> {
  if (readLimits(process.env).adminPhones.has(phone)) {
    throw new OperatorError(`+${phone} is one of ADMIN_PHONES: take it out of there first.`)
  }
  const isNew = await db.transaction(async (tx) => {
    const added = await banPhone(tx, phone, Date.now())
    if (added) await note(tx, 'ban', { phone })
    return added
  })
  if (!isNew) return `+${phone} was banned already.`
  return `+${phone} is banned now: signed out, and let in no more. What it added stays.`
}

async function liftBanOf(db: Database, phone: string): Promise<string> {
  const lift = async (tx: Transaction) => {
    const ban = await findBan(tx, phone)
    if (!ban || (await liftBan(tx, ban.id)) === undefined) return false
    await note(tx, 'lift_ban', { phone })
    return true
  }
  const isLifted = await db.transaction(lift, { isErasure: true })
  return isLifted ? `+${phone} may sign in again.` : `+${phone} is not banned.`
}

function note(db: Queries, action: OperatorAction, { phone }: Pick<User, 'phone'>): Promise<void> {
  return recordOperatorAct(db, { ...AT_SERVER, action, about: maskPhone(phone) }, Date.now())
}
