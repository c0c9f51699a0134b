import { MEDIA_BASE } from '../../contract/routes.ts'

/** Where an Orma's own picture lies, by its random name. */
export function eventImageKey(name: string): string {
  return `event/${name.slice(0, 2)}/${name}`
}

/** The public address of an Orma's own picture. Nobody can guess it, and what it gives never changes. */
export function eventImageAddress(name: string): string {
  return `${MEDIA_BASE}/event/${name}.jpg`
}
