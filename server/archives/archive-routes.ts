import type { ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { Parts } from '../events/parts.ts'
import { API_BASE, api } from '../../contract/api.ts'
import { endpointPath } from '../../contract/endpoint.ts'
import { ARCHIVES } from '../../contract/limits.ts'
import type { Transaction } from '../db/sql.ts'
import { recordAct } from '../events/audit.ts'
import type { EventRow } from '../events/events.ts'
import { handle, handleRaw, queryOf } from '../http/handle.ts'
import type { Route } from '../http/handle.ts'
import { HttpError } from '../http/http-error.ts'
import { DAY_MS, MINUTE_MS, requireQuota, spend } from '../limits/limit.ts'
import { requireAccount } from '../users/users.ts'
import {
  addArchive,
  countFiles,
  findArchive,
  listFiles,
  listUnknownIds,
  noteBegun,
} from './archive-rows.ts'
import type { ArchiveScope } from './archive-rows.ts'
import { prepareArchive } from './archive-work.ts'
import { layOutArchive, serveArchive } from './serve-archive.ts'

interface ArchiveParts extends Pick<Parts, 'db' | 'blobs' | 'access' | 'log' | 'now' | 'stopping'> {
  /** An archive has to be prepared. */
  onAsked: () => void
}

/** Between two looks at an archive that somebody waits for. */
const LOOK_MS = 300

/** The photos of an Orma as a zip: asked for with a token, and saved by a browser, which sends none, with a ticket. */
export function archiveRoutes(parts: ArchiveParts): Route[] {
  const { db, access, now } = parts
  return [
    handle(api.askForArchive, {
      load: access.requireOrganised,
      run: ({ loaded: event, user }) => ask(parts, event, user.id, { event_id: event.id }),
    }),

    handle(api.askForOwnArchive, {
      load: access.requireEvent,
      run: ({ loaded: event, user }) =>
        ask(parts, event, user.id, { event_id: event.id, user_id: user.id }),
    }),

    handleRaw(api.getArchive, {
      load: async (subject) => {
        const { ticket } = queryOf(subject.request.url)
        if (ticket === undefined) {
          if (!subject.user) throw new HttpError('unauthorized')
          return { event: await access.requireOrganised(subject), asked: undefined, ticket }
        }
        const asked = await findArchive(db, ticket, now())
        const event = await access.requireEvent({
          ...subject,
          user: asked && { id: asked.user_id },
        })
        if (asked?.event_id === event.id) return { event, asked, ticket }
        throw new HttpError('archive_gone')
      },
      run: async ({ loaded: { event, asked, ticket }, request, outgoing }) => {
        // Who organises the event no more gets of what they asked for their own.
        const { isOrganiser } = event.viewer
        const scope = { event_id: event.id, user_id: isOrganiser ? undefined : asked?.user_id }
        outgoing?.socket?.setTimeout(0)
        const ids = asked && new Set(asked.post_ids)
        const isPart = (id: number) => ids?.has(id) ?? true
        await waitUntilPrepared(parts, scope, isPart, outgoing)
        // Nobody hears the answer to one who has left, and it is neither a failure nor a download.
        if (outgoing?.destroyed) return RESPONSE_ALREADY_SENT
        const files = await listFiles(db, scope)
        const archive = layOutArchive(files.filter(({ id }) => isPart(id)))
        if (ticket !== undefined && request.method !== 'HEAD') {
          const isFirst = await noteBegun(db, ticket, now())
          if (isFirst && asked && isOrganiser) {
            const act = { event_id: event.id, user_id: asked.user_id, action: 'download' } as const
            await recordAct(db, act, now())
          }
        }
        const promised = asked?.etag
        return serveArchive(parts, archive, { request, outgoing, name: event.name, promised })
      },
    }),
  ]
}

async function ask(
  parts: ArchiveParts,
  { id: event_id, event_hash }: EventRow,
  user_id: number,
  scope: ArchiveScope,
) {
  const { db, now } = parts
  const { photos, percent } = await prepare(parts, scope)
  if (percent < 100 || photos === 0) return { photos, percent, bytes: null, address: null }
  await db.transaction((tx) => spendArchive(tx, user_id, now()))
  const files = await listFiles(db, scope)
  // Of its photos none can be read.
  if (files.length === 0) return { photos: 0, percent, bytes: null, address: null }
  const { layout, etag } = layOutArchive(files)
  const post_ids = files.map(({ id }) => id)
  const ticket = await db.transaction(async (tx) => {
    await requireAccount(tx, user_id)
    return addArchive(tx, { event_id, user_id, post_ids, etag }, now())
  })
  const address = `${API_BASE}${endpointPath(api.getArchive, { event_hash })}?ticket=${ticket}`
  return { photos: files.length, percent, bytes: layout.size, address }
}

async function spendArchive(tx: Transaction, user_id: number, nowMs: number): Promise<void> {
  const scope = `archive:${user_id}`
  await requireQuota(tx, { scope, max: ARCHIVES.perDay, windowMs: DAY_MS }, nowMs)
  await spend(tx, { scope, max: ARCHIVES.perMinute, windowMs: MINUTE_MS }, nowMs)
}

/** How far an archive is; has it go on where it is not ready. */
async function prepare(parts: ArchiveParts, scope: ArchiveScope) {
  const { photos, known } = await countFiles(parts.db, scope)
  if (known === photos) return { photos, percent: 100 }
  await goOn(parts, scope)
  return { photos, percent: Math.floor((100 * known) / photos) }
}

async function goOn({ db, now, onAsked }: ArchiveParts, scope: ArchiveScope): Promise<void> {
  await prepareArchive(db, scope, now())
  onAsked()
}

/** Resolves once it is known of each photo of an archive what it takes, whatever was added meanwhile, or its reader has left. */
async function waitUntilPrepared(
  parts: ArchiveParts,
  scope: ArchiveScope,
  isPart: (post_id: number) => boolean,
  outgoing: ServerResponse | undefined,
): Promise<void> {
  while (!outgoing?.destroyed && (await listUnknownIds(parts.db, scope)).some(isPart)) {
    await goOn(parts, scope)
    await wait(LOOK_MS, undefined, { signal: parts.stopping }).catch(() => {
      throw new HttpError('unavailable')
    })
  }
}
