import type { Page } from '@playwright/test'
import { texts } from '../../contract/texts.ts'
import { HEADLESS_SHELL } from '../support/browser-options.ts'
import type { GalleryPhoto } from '../support/sized-photos.ts'
import { fillDevice } from '../e2e/full-device.ts'
import { goWithin, releaseOf, test, updateWorker } from '../e2e/release-fixtures.ts'
import { enter, choose, expect, gallery, uploadNow, whenControlled } from '../e2e/venue-fixtures.ts'

test.use(HEADLESS_SHELL)

/** A deadline: a browser that is busy has the new worker wait for the old one. */
const TAKES_OVER_WITHIN_MS = 90_000

test('U2: busy pages keep what they hold over a release', async ({
  browser,
  venue,
  next,
  party,
  addPhotos,
  orma,
}) => {
  const [post] = await addPhotos(1, party.guest)
  const context = await browser.newContext({ baseURL: venue.url })
  await enter(context, party.guest)
  const home = await context.newPage()
  await home.goto('/')
  await whenControlled(home)
  const writing = await context.newPage()
  await writing.goto(`/${party.event.event_hash}/post/${post?.id}`)
  const words = writing.getByRole('textbox')
  await words.fill('What a lovely')
  const choosing = await context.newPage()
  await choosing.goto(`/${party.event.event_hash}/upload`)
  await choose(choosing, await gallery(2))
  const holding = await context.newPage()
  await holding.addInitScript(fillDevice)
  await holding.goto(`/${party.event.event_hash}/upload`)
  const [{ name, bytes: buffer }] = (await gallery(1)) as [GalleryPhoto]
  const file = { name, mimeType: 'image/jpeg', buffer }
  await holding.locator('input[type=file]').setInputFiles(file)
  const alert = holding.getByRole('alertdialog', { name: texts.upload.notSaved })
  await alert.getByRole('button', { name: texts.common.confirm }).click()
  await goWithin(holding, `/${party.event.event_hash}`)

  await orma.restart(next)
  await updateWorker(home)
  await home.getByRole('button', { name: texts.offline.update }).click()
  await expect.poll(() => releaseOf(home)).toEqual({ html: 'next', script: 'next' })

  // Nobody looks at them any more, which is when a page that is idle takes the next release by itself.
  for (const page of [writing, choosing, holding]) await hide(page)
  await words.press('End')
  await words.pressSequentially(' evening')
  await expect(words).toHaveValue('What a lovely evening')
  await expect(choosing.getByText(texts.upload.savedOnPhone)).toHaveCount(2)
  for (const page of [writing, choosing, holding]) {
    await expect(page.getByText(texts.offline.updateReady)).toBeHidden()
    expect(await releaseOf(page)).toEqual({ html: undefined, script: undefined })
  }

  await words.press('Enter')
  await holding.goBack()
  // It sends what was chosen in the other one as well.
  await uploadNow(holding)
  for (const page of [writing, choosing, holding]) await expectToGoOn(page)
  await expect.poll(async () => (await party.stored()).length).toBe(4)
  await expect(writing.getByText('What a lovely evening')).toBeVisible()
  await context.close()
})

/** A page that has become idle takes the next release by itself, or offers to. */
async function expectToGoOn(page: Page): Promise<void> {
  const offer = page.getByRole('button', { name: texts.offline.update })
  await expect
    .poll(
      async () => {
        if (await offer.isVisible()) await offer.click().catch(() => undefined)
        return releaseOf(page)
      },
      { timeout: TAKES_OVER_WITHIN_MS },
    )
    .toEqual({ html: 'next', script: 'next' })
}

async function hide(page: Page): Promise<void> {
  await page.evaluate(() => Object.defineProperty(document, 'hidden', { get: () => true }))
}
