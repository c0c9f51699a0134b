import { accentKey } from '../../device/recent-ormas.ts'
import type { ListStorage } from '../../device/recent-ormas.ts'
import { showTheme } from '../../ui/style/theme.ts'

/** The accent that a banner gives its Orma's page: a CSS colour for each theme. */
interface BannerAccent {
  light: string
  dark: string
}

interface FoundAccent {
  /** The banner's address. */
  banner: string
  /** Null: the picture has no colour. */
  accent: BannerAccent | null
}

/** What was found of an Orma's banner on this device; undefined: it was not looked for yet. */
export function readAccent(
  storage: ListStorage,
  event_hash: string,
  banner: string | null,
): BannerAccent | null | undefined {
  try {
    const found = JSON.parse(storage.getItem(accentKey(event_hash)) ?? '') as FoundAccent
    return found.banner === banner ? found.accent : undefined
  } catch {
    // Not written by this app, or nothing.
    return undefined
  }
}

export function storeAccent(storage: ListStorage, event_hash: string, found: FoundAccent): void {
  storage.setItem(accentKey(event_hash), JSON.stringify(found))
}

/** Gives the whole page an accent, and the browser's own bar. To change it has the browser look at every element's style. */
export function showAccent({ light, dark }: BannerAccent): void {
  const { style } = document.documentElement
  if (style.getPropertyValue('--accent-light') === light) return
  style.setProperty('--accent-light', light)
  style.setProperty('--accent-dark', dark)
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')) {
    meta.content = light
  }
}

/** Takes the accent from the page again, where it has one. */
export function clearAccent(): void {
  const { style } = document.documentElement
  if (style.getPropertyValue('--accent-light') === '') return
  style.removeProperty('--accent-light')
  style.removeProperty('--accent-dark')
  showTheme()
}
