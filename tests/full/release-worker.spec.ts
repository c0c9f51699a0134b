import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { texts } from '../../contract/texts.ts'
import { HEADLESS_SHELL } from '../support/browser-options.ts'
import type { OrmaServer } from '../support/orma-server.ts'
import { goWithin, releaseOf, test, updateWorker } from '../e2e/release-fixtures.ts'
import { enter, choose, expect, gallery, uploadNow, whenControlled } from '../e2e/venue-fixtures.ts'

test.use(HEADLESS_SHELL)

test('a release that waits is offered by later pages too', async ({
  page,
  venue,
  next,
  event,
  orma,
  path,
}) => {
  await page.goto(path)
  await whenControlled(page)
  await orma.restart(next)
  expect(await updateWorker(page)).toBe('installed')
  const opened = await page.context().newPage()
  await opened.goto(`${venue.url}/${event.event_hash}`)
  await opened.getByRole('button', { name: texts.offline.update }).click()
  await expect.poll(() => releaseOf(opened)).toEqual({ html: 'next', script: 'next' })
})

test.describe('U4: a worker that throws as it starts', () => {
  test('is not installed, and who has an older one keeps it', async ({
    browser,
    venue,
    next,
    event,
    orma,
    path,
  }) => {
    const earlier = await browser.newContext({ baseURL: venue.url })
    const old = await earlier.newPage()
    await old.goto(path)
    await whenControlled(old)

    const file = join(next.root, 'dist/sw.js')
    const sound = await readFile(file)
    await writeFile(file, 'throw new Error("broken")')
    await rm(`${file}.br`)
    await orma.restart(next)
    const context = await browser.newContext({ baseURL: venue.url })
    const page = await context.newPage()
    expect((await page.goto(path))?.status()).toBe(200)
    await expect(page.locator('h1')).toHaveText(event.name)
    await expect.poll(() => releaseOf(page)).toEqual({ html: 'next', script: 'next' })
    await expect.poll(() => workerErrors(orma)).toBe(1)
    await goWithin(page, '/login')
    await expect(page.getByRole('heading', { name: texts.login.title })).toBeVisible()
    expect((await page.goto('/'))?.status()).toBe(200)
    await expect.poll(() => workerErrors(orma)).toBe(2)
    await goWithin(page, path)
    await expect(page.locator('h1')).toHaveText(event.name)
    expect(await workerErrors(orma)).toBe(2)

    expect(await updateWorker(old)).toBe('no script')
    venue.relay.set({ refuse: true })
    await old.reload()
    await expect(old.locator('h1')).toHaveText(event.name)
    await writeFile(file, sound)
    await context.close()
    await earlier.close()
  })

  test('goes, with all it kept but waiting photos, where the operator switches it off', async ({
    browser,
    venue,
    guest,
    stored,
    orma,
    path,
  }) => {
    const context = await browser.newContext({ baseURL: venue.url })
    await enter(context, guest)
    const page = await context.newPage()
    await page.goto(`${path}/upload`)
    await whenControlled(page)
    await choose(page, await gallery(2))

    await orma.restart({ env: { SERVICE_WORKER: 'off' } })
    await page.reload()
    await expect.poll(() => workerAndCaches(page)).toEqual({ workers: 0, caches: [] })
    await page.reload()
    await expect(page.getByText(texts.upload.savedOnPhone)).toHaveCount(2)
    await uploadNow(page)
    await expect.poll(async () => (await stored()).length).toBe(2)
    expect(await workerAndCaches(page)).toEqual({ workers: 0, caches: [] })

    await orma.restart({ env: {} })
    await page.reload()
    await whenControlled(page)
    await context.close()
  })
})

/** How many pages told the server that they could not have a worker. */
async function workerErrors({ url }: OrmaServer): Promise<number> {
  const metrics = await (await fetch(`${url}/metrics`)).text()
  return Number(/^orma_client_errors_total\{kind="worker"\} (\d+)$/m.exec(metrics)?.[1])
}

function workerAndCaches(page: Page) {
  return page.evaluate(async () => ({
    workers: (await navigator.serviceWorker.getRegistrations()).length,
    caches: await caches.keys(),
  }))
}
