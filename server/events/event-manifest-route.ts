import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Hono } from 'hono'
import type { Database } from '../db/sql.ts'
import { findEvent } from './events.ts'

/** What a home screen shows of an Orma's name without cutting it. */
const SHORT_NAME_MAX = 12

/** An Orma as an app of its own: the app's manifest with the Orma's name, opening at the Orma's page. */
export function eventManifestRoute(db: Database, dist: string): Hono {
  const manifest = JSON.parse(readFileSync(join(dist, 'manifest.webmanifest'), 'utf8')) as object
  const routes = new Hono()
  routes.get('/:event_hash/manifest.webmanifest', async (c, next) => {
    const event = await findEvent(db, c.req.param('event_hash'))
    if (!event) return next()
    const address = `/${event.event_hash}`
    const ofEvent = {
      ...manifest,
      id: address,
      start_url: address,
      scope: '/',
      name: event.name,
      short_name: shortName(event.name),
    }
    return c.body(JSON.stringify(ofEvent), 200, {
      'content-type': 'application/manifest+json',
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
      'x-robots-tag': 'noindex',
    })
  })
  return routes
}

/** As many of the name's first words as fit; a long first word as it is. */
function shortName(name: string): string {
  const [first = name, ...words] = name.split(' ')
  let short = first
  for (const word of words) {
    if (short.length + 1 + word.length > SHORT_NAME_MAX) break
    short += ` ${word}`
  }
  return short
}
