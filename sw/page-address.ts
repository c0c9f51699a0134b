/** First path segments under which the server answers with something else than the app. */
const NOT_PAGES = new Set(['api', 'assets', 'media', 'healthz', 'readyz', 'metrics'])

/** Whether an address is one of the app's pages; files have a dot in their name. */
export function isPage({ pathname }: URL): boolean {
  const segments = pathname.split('/').slice(1)
  return !NOT_PAGES.has(segments[0] ?? '') && !segments.at(-1)?.includes('.')
}
