import type { Event, Post } from '../../contract/entities.ts'
import { DEFAULT_PRODUCT } from '../../contract/routes.ts'

const OPTION = 'verify=true&name=true&request_id=r1&phone=12135550187&email=true'

/** Addresses of the specification's table (section 2), and what the app has besides; not the sample: it is whole once seen. */
export const APP_ROUTES = [
  '/',
  '/profile',
  '/create/orma',
  '/myormas',
  '/settings',
  '/getapp',
  '/seating_chart',
  '/terms',
  '/privacy',
  '/share',
  '/404',
  '/nowhere/at/all',
]

/** Two that differ in their hash alone do not follow each other, so that each is loaded. */
export function ormaRoutes({ event_hash }: Event, { id }: Post): string[] {
  return [
    '',
    '/splash-screen',
    '#timeline',
    '/slideshow',
    '/slideshow/select_img_slideshow',
    `#${DEFAULT_PRODUCT.slug}`,
    '/highlights/2026-06-14',
    `/post/${id}`,
    '/post',
    '/memories/viewall',
    '/timeslot/2026-06-14T20',
    '/upload',
    '/myphotos',
    '/review',
    '/people',
    '/people/1',
    '/organise',
    '/nonsense',
  ].map((address) => `/${event_hash}${address}`)
}

/** Whoever is signed in is led on from these. */
export function loginRoutes({ event_hash }: Event): string[] {
  return ['', `/${event_hash}`].flatMap((orma) => [`${orma}/login`, `${orma}/login/${OPTION}`])
}

/** Runs in a page: whether the worker has also those of the app's files that are not precached. `list` names them. */
export async function areLaterFilesKept(list: string): Promise<boolean> {
  const files = (await (await fetch(list)).json()) as string[]
  const found = await Promise.all(files.map((file) => caches.match(file)))
  return files.length > 0 && found.every(Boolean)
}
