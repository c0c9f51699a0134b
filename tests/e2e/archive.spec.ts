import { execFileSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import type { BrowserContext, Page } from '@playwright/test'
import { texts } from '../../contract/texts.ts'
import { byteText } from '../../src/ui/byte-text.ts'
import type { OrmaServer } from '../support/orma-server.ts'
import { makePhoto } from '../support/photos.ts'
import { violationsOf } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { ownedOrma } from './own-orma.ts'

const { archive, menu } = texts
const SMALL = { width: 320, height: 240 }
const dialog = (page: Page) => page.getByRole('dialog', { name: archive.title, exact: true })

async function openArchive(page: Page): Promise<void> {
  await page.getByRole('button', { name: texts.common.menu }).click()
  await page.getByRole('button', { name: menu.archive }).click()
  await expect(dialog(page)).toBeVisible()
}

interface Scene {
  page: Page
  context: BrowserContext
  orma: OrmaServer
}

async function openArchiveOfOne({ page, context, orma }: Scene): Promise<void> {
  const { client, owner, event, path } = await ownedOrma(context, orma)
  const { body } = await client.upload(event, owner, await makePhoto(SMALL))
  await client.whenProcessed(event, owner, body.post.id)
  await page.goto(path)
  await openArchive(page)
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

test('the owner learns how much there is and has the browser save all photos, a guest their own', async ({
  page,
  context,
  orma,
}) => {
  const { client, owner, event, path } = await ownedOrma(context, orma)
  const guest = await client.signUp('Gero Guest')
  await page.goto(path)
  await openArchive(page)
  await expect(dialog(page)).toContainText(archive.empty)
  await expect(page.getByRole('link', { name: archive.start })).toHaveCount(0)
  for (const [seed, author] of [owner, guest, guest].entries()) {
    const { body } = await client.upload(event, author, await makePhoto({ ...SMALL, seed }))
    await client.whenProcessed(event, author, body.post.id)
  }

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

  await context.addCookies([{ name: 'token', value: guest.token, url: orma.url }])
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

test('an archive that a proxy refuses in the place of the server is not said to lack a connection', async ({
  page,
  context,
  orma,
}) => {
  const { path } = await ownedOrma(context, orma)
  await page.goto(path)
  const asked = /\/api\/events\/[^/]+\/download$/
  await page.route(asked, (route) => route.fulfill({ status: 503, body: 'Busy' }))
  await openArchive(page)
  await expect(dialog(page).getByRole('alert')).toHaveText(texts.call.unexpectedAnswer)
  await page.unroute(asked)
  // A page that hears the server again asks by itself.
  const retry = page.getByRole('button', { name: texts.common.retry })
  await retry.or(dialog(page).getByText(archive.empty)).first().click()
  await expect(dialog(page)).toContainText(archive.empty)
})

test('a download that the server, or a proxy in front of it, refuses is not said to have begun, and can be tried again', async ({
  page,
  context,
  orma,
}) => {
  await openArchiveOfOne({ page, context, orma })
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

test('a download whose popup was closed before the server was heard does not begin, and can be begun anew', async ({
  page,
  context,
  orma,
}) => {
  await openArchiveOfOne({ page, context, orma })
  const { promise: isClosed, resolve: close } = Promise.withResolvers<undefined>()
  const slow = /\/download\?ticket=/
  await page.route(slow, async (route) => {
    await isClosed
    await route.continue()
  })
  const answered = page.waitForResponse(slow)
  await page.getByRole('link', { name: archive.start, exact: true }).click()
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
  close(undefined)
  await answered
  await openArchive(page)
  await save(page)
  await expect(dialog(page)).toContainText(archive.begun)
})
