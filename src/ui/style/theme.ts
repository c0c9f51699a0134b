/** `system` follows the device. */
export type Theme = 'system' | 'light' | 'dark'

const KEY = 'theme'
const BAR_COLORS = { light: '#fbf8f4', dark: '#14110f' }

/** The theme chosen on this device. */
export function savedTheme(): Theme {
  const saved = readSaved()
  return saved === 'light' || saved === 'dark' ? saved : 'system'
}

/** Shows a theme at once and stores it on this device. */
export function setTheme(theme: Theme): void {
  try {
    localStorage.setItem(KEY, theme)
  } catch {
    // Storage may be forbidden: the theme then lasts as long as the page.
  }
  showTheme(theme)
}

/** Shows the theme (by default the stored one), also in the browser's own bar. Called once before the first render. */
export function showTheme(theme: Theme = savedTheme()): void {
  const root = document.documentElement
  if (theme === 'system') delete root.dataset.theme
  else root.dataset.theme = theme
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')) {
    const own = meta.media.includes('dark') ? 'dark' : 'light'
    meta.content = BAR_COLORS[theme === 'system' ? own : theme]
  }
}

function readSaved(): string | null {
  try {
    return localStorage.getItem(KEY)
  } catch {
    // Forbidden storage counts as no choice.
    return null
  }
}
