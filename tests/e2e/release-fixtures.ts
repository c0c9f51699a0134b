import type { Page } from '@playwright/test'
import { buildRelease } from '../support/release.ts'
import type { Release } from '../support/release.ts'
import { expect, test as base } from './venue-fixtures.ts'

interface Deployed {
  /** The release after the one that the tests run on. */
  next: Release
}

/** `test` with the next release to deploy, built once for the files that follow each other; each test begins with this one. */
export const test = base.extend<{ restored: undefined }, Deployed>({
  next: [
    async ({}, use) => {
      const next = await buildRelease('next')
      await use(next)
      await next.remove()
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  restored: [
    async ({ venue }, use) => {
      await use(undefined)
      await venue.orma.restart({})
    },
    { auto: true },
  ],
})

/** What HTML and entry call themselves; undefined: the release that the tests run on. */
export function releaseOf(page: Page) {
  const read = page.evaluate(() => ({
    html: document.querySelector<HTMLMetaElement>('meta[name=release]')?.content,
    script: document.documentElement.dataset['release'],
  }))
  // It may just be loading the other one.
  return read.catch(() => undefined)
}

/** Looks for a new worker; gives the state it came to, or that its script could not be had. */
export function updateWorker(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready
    try {
      await registration.update()
    } catch {
      return 'no script'
    }
    const worker = registration.installing
    if (!worker) return registration.waiting ? 'installed' : 'no script'
    await new Promise((resolve) => worker.addEventListener('statechange', resolve))
    return worker.state
  })
}

/** Goes to another screen as a link does, without loading the page anew. */
export async function goWithin(page: Page, path: string): Promise<void> {
  // The first look, which may still be all there is, has no header and hears nothing.
  await expect(page.getByRole('banner')).toBeVisible()
  await page.evaluate((to) => {
    history.pushState({}, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
}
