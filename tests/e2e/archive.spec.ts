import { execFileSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { texts } from '../../contract/texts.ts'
import { byteText } from '../../src/ui/notices/byte-text.ts'
import { HEADLESS_SHELL } from '../support/browser-options.ts'
import { violationsOf } from './axe.ts'
import { enter, expect, test } from './fixtures.ts'

const { archive, menu } = texts
const dialog = (page: Page) => page.getByRole('dialog', { name: archive.title, exact: true })

test.use({ ...HEADLESS_SHELL, as: 'owner' })

async function openArchive(page: Page): Promise<void> {
  await page.getByRole('button', { name: texts.common.menu }).click()
  await page.getByRole('button', { name: menu.archive }).click()
  await expect(dialog(page)).toBeVisible()
}

/** Presses the link; gives what the browser has saved. */
async function save(page: Page) {
  const saved = page.waitForEvent('download')
  await page.getByRole('link', { name: archive.start, exact: true }).click()
  const download = await saved
  const file = await download.path()
  execFileSync('unzip', ['-t', file])
  return { name: download.suggestedFilename(), bytes: (await readFile(file)).length, file }
}

// Specification: 7.26
test('the owner saves all photos, a guest their own', async ({
  page,
  context,
  addPhotos,
  path,
  guest,
}) => {
  await page.goto(path)
  await openArchive(page)
  await expect(dialog(page)).toContainText(archive.empty)
  await expect(page.getByRole('link', { name: archive.start })).toHaveCount(0)
  await addPhotos(1)
  await addPhotos(2, guest)

  // By now the page has a worker, which must not stand in the way.
  await page.evaluate(() => navigator.serviceWorker.ready)
  await page.reload()
  await openArchive(page)
  await expect(dialog(page)).toContainText(/3 photos, \d/)
  expect(await violationsOf(page)).toEqual([])
  const all = await save(page)
  expect(all.name).toBe('Anna & Ben.zip')
  await expect(dialog(page)).toContainText(archive.offer(3, byteText(all.bytes)))
  await expect(dialog(page)).toContainText(archive.begun)

  // What has begun goes on, whatever becomes of the page's own connection.
  await context.setOffline(true)
  await page.getByRole('dialog').getByText(archive.begun).waitFor()
  await page.getByRole('button', { name: texts.common.close, exact: true }).click()
  await openArchive(page)
  await expect(dialog(page)).toContainText(archive.noConnection)
  await expect(page.getByRole('link', { name: archive.start })).toHaveCount(0)
  await context.setOffline(false)
  await expect(page.getByRole('link', { name: archive.start })).toBeVisible()

  await enter(context, guest)
  await page.goto(`${path}/myphotos`)
  await page.getByRole('button', { name: archive.ownTitle }).click()
  const own = await save(page)
  expect(
    execFileSync('unzip', ['-Z1', own.file], { encoding: 'utf8' }).match(/\.jpg$/gm),
  ).toHaveLength(2)

  // An app on an iPhone has no downloads: the link goes to where there are.
  const shared = Promise.withResolvers<string>()
  await page.exposeFunction('onShared', shared.resolve)
  await page.addInitScript(() => {
    Object.assign(navigator, { standalone: true })
    navigator.share = async ({ url }: ShareData = {}) =>
      (window as unknown as { onShared: (url?: string) => void }).onShared(url)
  })
  await page.reload()
  await page.getByRole('button', { name: archive.ownTitle }).click()
  await expect(page.getByText(archive.appCannot)).toBeVisible()
  await expect(page.getByRole('link', { name: archive.start, exact: true })).toHaveCount(0)
  await page.getByRole('button', { name: archive.share }).click()
  const zip = await (await fetch(await shared.promise)).arrayBuffer()
  expect(zip.byteLength).toBe(own.bytes)
})

test('a refused archive has not begun, and can be tried again @full', async ({
  page,
  addPhotos,
  path,
}) => {
  await addPhotos(1)
  await page.goto(path)
  await openArchive(page)
  const busy = /\/download\?ticket=/
  await page.route(busy, (route) => route.fulfill({ status: 503, body: 'Busy' }))
  await page.getByRole('link', { name: archive.start, exact: true }).click()
  await expect(dialog(page).getByRole('alert')).toHaveText(texts.call.unexpectedAnswer)
  await expect(dialog(page)).not.toContainText(archive.begun)
  await page.unroute(busy)
  await page.getByRole('button', { name: texts.common.retry }).click()
  await save(page)
  await expect(dialog(page)).toContainText(archive.begun)
})
