import { IMAGE_WIDTHS } from '../../contract/image-widths.ts'
import type { ImageWidth } from '../../contract/image-widths.ts'
import { MEDIA_BASE } from '../../contract/routes.ts'

/** Where an Orma's own picture lies, by its random name. */
export function eventImageKey(name: string): string {
  return `event/${name.slice(0, 2)}/${name}`
}

/** The sizes and kinds of icon there are of an Orma's picture. */
export const ICON_KINDS = ['192', '512', 'maskable'] as const
export type IconKind = (typeof ICON_KINDS)[number]

export function eventIconKey(name: string, kind: IconKind): string {
  return `icon/${name.slice(0, 2)}/${name}.${kind}`
}

export function smallerImageKey(name: string, width: ImageWidth): string {
  return `smaller/${name.slice(0, 2)}/${name}.${width}`
}

export function eventImageKeys(name: string): string[] {
  return [
    eventImageKey(name),
    ...ICON_KINDS.map((kind) => eventIconKey(name, kind)),
    ...IMAGE_WIDTHS.map((width) => smallerImageKey(name, width)),
  ]
}

/** The public address of an icon; as lasting as its picture's. */
export function eventIconAddress(name: string, kind: IconKind): string {
  return `${MEDIA_BASE}/event/${name}-${kind}.png`
}

/** The public address of an Orma's own picture. Nobody can guess it, and what it gives never changes. */
export function eventImageAddress(name: string): string {
  return `${MEDIA_BASE}/event/${name}.jpg`
}
