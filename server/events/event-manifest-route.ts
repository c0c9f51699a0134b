import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Hono } from 'hono'
import type { Context } from 'hono'
import type { Parts } from './parts.ts'
import { shortName } from '../../contract/document.ts'
import { HttpError } from '../http/http-error.ts'
import { eventIconAddress } from './event-media.ts'
import type { IconKind } from './event-media.ts'
import type { EventRow } from './events.ts'

interface EventManifestParts extends Pick<Parts, 'access'> {
  /** Folder of the built app. */
  dist: string
  addressOf: (c: Context) => string
}

const CLOSED = ['paused', 'pin_wanted']

interface Manifest {
  icons: object[]
}

/**
 * An Orma as an app of its own: the app's manifest with the Orma's name and picture, opening at the Orma's page. Of a paused one,
 * and for a device that has not given its word, it is the app's own.
 */
export function eventManifestRoute({ dist, access, addressOf }: EventManifestParts): Hono {
  const manifest = JSON.parse(readFileSync(join(dist, 'manifest.webmanifest'), 'utf8')) as Manifest
  const routes = new Hono()
  routes.get('/:event_hash/manifest.webmanifest', async (c) => {
    const { headers } = c.req.raw
    const subject = { params: c.req.param(), user: undefined, address: addressOf(c), headers }
    // A browser asks without a token, an organiser's too.
    const event = await orClosed(access.requireEvent(subject))
    return c.body(JSON.stringify(event ? manifestOf(event, manifest) : manifest), 200, {
      'content-type': 'application/manifest+json',
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
      'x-robots-tag': 'noindex',
    })
  })
  return routes
}

function orClosed(asked: Promise<EventRow>): Promise<EventRow | undefined> {
  return asked.catch((error: unknown) => {
    if (error instanceof HttpError && CLOSED.includes(error.code)) return undefined
    throw error
  })
}

function manifestOf({ event_hash, name, profile_image }: EventRow, manifest: Manifest): object {
  const address = `/${event_hash}`
  return {
    ...manifest,
    id: address,
    start_url: address,
    scope: '/',
    name,
    short_name: shortName(name),
    icons: profile_image === null ? manifest.icons : iconsOf(profile_image),
  }
}

function iconsOf(name: string): object[] {
  const icon = (kind: IconKind, sizes: string, purpose: string) => {
    return { src: eventIconAddress(name, kind), sizes, type: 'image/png', purpose }
  }
  return [
    icon('192', '192x192', 'any'),
    icon('512', '512x512', 'any'),
    icon('maskable', '512x512', 'maskable'),
  ]
}
