import { api } from '../../contract/api.ts'
import { PLAYER } from '../../contract/limits.ts'
import { texts } from '../../contract/texts.ts'
import { controls, noteFirst, TICK_MS, pauseButton, seenShare, weekend } from './film-fixtures.ts'
import { WITHOUT_WORKER } from '../support/browser-options.ts'
import { expectLogged, watchLog } from './fault-fixtures.ts'
import { expect, test } from './fixtures.ts'

const { highlights } = texts

test.use({ ...WITHOUT_WORKER, viewport: { width: 390, height: 844 }, hasTouch: true })

// Specification: 4.33, 9.18
test('where a photo is decoded late the film waits, and says so @full', async ({ page, orma }) => {
  const { film } = await weekend(orma)
  await page.addInitScript(() => {
    const decode = window.createImageBitmap.bind(window) as (
      ...all: unknown[]
    ) => Promise<ImageBitmap>
    const released = new Promise<void>((resolve) =>
      addEventListener('release', () => resolve(), { once: true }),
    )
    Object.assign(window, {
      createImageBitmap: async (...all: unknown[]) => {
        await released
        return decode(...all)
      },
    })
  })
  const begun = await noteFirst(page, '.highlights-controls')
  const said = await noteFirst(page, '.highlights-buffering')
  await page.clock.install()
  await page.goto(film)
  await expect(pauseButton(page)).toBeVisible()
  const waiting = page.getByRole('progressbar', { name: highlights.buffering })
  await expect(waiting).toBeVisible()
  expect((await said()) - (await begun())).toBeGreaterThanOrEqual(PLAYER.bufferingMs - TICK_MS)
  expect(await seenShare(page)).toBe(0)
  await page.evaluate(() => dispatchEvent(new Event('release')))
  await expect(waiting).toBeHidden()
  await expect.poll(() => seenShare(page)).toBeGreaterThan(0)
})

// Specification: 4.34, 8.27
test('a film that cannot be drawn pauses, says so, and can be tried again', async ({
  page,
  orma,
}) => {
  const { film } = await weekend(orma)
  await page.addInitScript(() => {
    const { prototype } = CanvasRenderingContext2D
    const draw = Object.getOwnPropertyDescriptor(prototype, 'drawImage')?.value as (
      ...all: unknown[]
    ) => void
    prototype.drawImage = function (...all: unknown[]) {
      if (sessionStorage.getItem('broken')) throw new Error('The canvas is gone.')
      draw.apply(this, all)
    }
  })
  await page.goto(film)
  await expect.poll(() => seenShare(page)).toBeGreaterThan(0)
  await page.evaluate(() => sessionStorage.setItem('broken', 'yes'))
  await expect(page.getByRole('alert').getByText(highlights.unexpected)).toBeVisible()
  await page.evaluate(() => sessionStorage.clear())
  await page.getByRole('button', { name: texts.common.retry }).click()
  await expect(pauseButton(page)).toBeVisible()
  await expect.poll(() => seenShare(page)).toBeGreaterThan(0)
})

// Specification: 8.23
test('a film leaves out photos that cannot be loaded', async ({ page, orma }) => {
  const { film, images, event } = await weekend(orma)
  const logged = watchLog(page)
  const refused = new Set([images[1]])
  await page.route('**/media/**', (route) =>
    refused.has(route.request().url()) ? route.abort() : route.fallback(),
  )
  await page.goto(film)
  await expect(pauseButton(page)).toBeVisible()
  await expect(controls(page)).toContainText(texts.event.photoCount(2))
  await expectLogged(logged, 'A picture of the film could not be loaded.', { event })
  for (const url of images) refused.add(url)
  await page.reload()
  await expect(page.getByRole('heading', { name: highlights.none })).toBeVisible()
  refused.clear()
  await page.getByRole('button', { name: texts.common.retry }).click()
  await expect(pauseButton(page)).toBeVisible()
  await expect(controls(page)).toContainText(texts.event.photoCount(3))
})

// Specification: 8.26
test('a film that cannot be asked for says none, and tries again @full', async ({ page, orma }) => {
  const { film, event } = await weekend(orma)
  const logged = watchLog(page)
  const config = new RegExp(`${api.getHighlightConfig.path.replace(/.*\{id\}/, '')}$`)
  await page.route(config, (route) => route.fulfill({ status: 500 }))
  await page.goto(film)
  await expect(page.getByRole('heading', { name: highlights.none })).toBeVisible()
  await expectLogged(logged, 'What a film shows could not be loaded: 500', { event })
  await page.unroute(config)
  await page.getByRole('button', { name: texts.common.retry }).click()
  await expect(pauseButton(page)).toBeVisible()
})
