import type { Page } from '@playwright/test'
import { api } from '../../contract/api.ts'
import { PLAYER } from '../../contract/limits.ts'
import { texts } from '../../contract/texts.ts'
import { toForm } from '../support/api-client.ts'
import {
  canvas,
  difference,
  pauseButton,
  playButton,
  seenShare,
  shownPixels,
  weekend,
} from './film-fixtures.ts'
import { WITHOUT_WORKER } from '../support/browser-options.ts'
import { violationsOf } from './axe.ts'
import { expectLogged, watchLog } from './fault-fixtures.ts'
import { expect, test } from './fixtures.ts'

const { highlights } = texts
/** Between one frame and the next of a film that stands still nothing differs; between two photos, most. */
const CLEARLY = 12
/** What a timer and what it draws may differ by. */
const TICK_MS = 20

test.use({ ...WITHOUT_WORKER, viewport: { width: 390, height: 844 }, hasTouch: true })

const loading = (page: Page) => page.getByRole('status').filter({ hasText: texts.common.loading })
const controls = (page: Page) => page.locator('.hl-controls')

test('a day’s photos are loaded, and then play by themselves as a film over the whole window, round and round', async ({
  page,
  orma,
}) => {
  const { film, images } = await weekend(orma)
  let give: () => void = () => undefined
  const given = new Promise<void>((resolve) => (give = resolve))
  await page.route(images[1] ?? '', async (route) => {
    await given
    await route.continue()
  })
  await page.goto(film)
  await expect(loading(page)).toBeVisible()
  const ring = page.getByRole('progressbar', { name: highlights.loading(2, 3) })
  await expect(ring).toHaveAttribute('aria-valuenow', '67')
  await expect(canvas(page)).toBeHidden()
  give()
  await expect(pauseButton(page)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Nov 05, 2026' })).toBeAttached()
  const { width, height } = (await canvas(page).boundingBox()) ?? { width: 0, height: 0 }
  expect([Math.round(width), Math.round(height)]).toEqual([390, 844])
  const first = await shownPixels(page)
  await expect.poll(async () => difference(first, await shownPixels(page))).toBeGreaterThan(CLEARLY)
  await page.getByLabel(highlights.rate).selectOption('3')
  await expect.poll(() => seenShare(page)).toBeGreaterThan(0.8)
  await expect.poll(() => seenShare(page)).toBeLessThan(0.5)
})

test('the film fills a phone’s window, however the phone is held', async ({ page, orma }) => {
  const { film } = await weekend(orma)
  await page.goto(film)
  await expect(pauseButton(page)).toBeVisible()
  for (const [width, height] of [
    [844, 390],
    [360, 640],
    [768, 1024],
  ] as const) {
    await page.setViewportSize({ width, height })
    await expect
      .poll(() => canvas(page).boundingBox())
      .toMatchObject({
        x: 0,
        y: 0,
        width: expect.closeTo(width, 0),
        height: expect.closeTo(height, 0),
      })
    const drawn = await canvas(page).evaluate(({ width: w, height: h }: HTMLCanvasElement) => w / h)
    expect(drawn).toBeCloseTo(width / height, 1)
  }
})

test('a tap pauses the film and shows the play button, which goes on with it and hides', async ({
  page,
  orma,
}) => {
  const { film, path } = await weekend(orma)
  await page.goto(film)
  await expect.poll(() => seenShare(page)).toBeGreaterThan(0)
  await pauseButton(page).tap()
  await expect(playButton(page)).toBeVisible()
  await expect(page.locator('.hl-play')).toBeVisible()
  const stopped = await seenShare(page)
  expect(await violationsOf(page)).toEqual([])
  expect(await seenShare(page)).toBe(stopped)
  await playButton(page).tap()
  await expect(page.locator('.hl-play')).toBeHidden()
  await expect.poll(() => seenShare(page)).not.toBe(stopped)
  await page.getByRole('button', { name: texts.common.back }).click()
  await expect(page).toHaveURL(path)
})

test('nothing moves by itself for those who asked for stillness, and what they play neither pans nor zooms', async ({
  page,
  orma,
}) => {
  const { film } = await weekend(orma)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.clock.install()
  await page.goto(film)
  await expect(playButton(page)).toBeVisible()
  await page.clock.runFor(10_000)
  expect(await seenShare(page)).toBe(0)
  await playButton(page).focus()
  await page.keyboard.press('Enter')
  await expect(pauseButton(page)).toBeVisible()
  // The second photo is whole after the fade in its first half second, and alone until it ends.
  const [inside, later] = await shownAround(page)
  expect(difference(inside, later)).toBe(0)
})

test('what others see moves gently while it is seen', async ({ page, orma }) => {
  const { film } = await weekend(orma)
  await page.clock.install()
  await page.goto(film)
  await expect(pauseButton(page)).toBeVisible()
  const [inside, later] = await shownAround(page)
  expect(difference(inside, later)).toBeGreaterThan(0)
})

test('a page that nobody sees stands still, and goes on when somebody looks again', async ({
  page,
  orma,
}) => {
  const { film } = await weekend(orma)
  await page.addInitScript(() => {
    Object.defineProperty(document, 'visibilityState', {
      configurable: true,
      get: () => (document.documentElement.dataset['unseen'] ? 'hidden' : 'visible'),
    })
  })
  await page.goto(film)
  await expect.poll(() => seenShare(page)).toBeGreaterThan(0)
  const look = (isUnseen: boolean) =>
    page.evaluate((unseen) => {
      if (unseen) document.documentElement.dataset['unseen'] = 'true'
      else delete document.documentElement.dataset['unseen']
      document.dispatchEvent(new Event('visibilitychange'))
    }, isUnseen)
  await look(true)
  await expect(playButton(page)).toBeVisible()
  await look(false)
  await expect(pauseButton(page)).toBeVisible()
})

test('the controls go two seconds after the film has begun and three after the pointer has moved, and stay while it is paused', async ({
  page,
  orma,
}) => {
  const { film } = await weekend(orma)
  const begun = await noteFirst(page, '.hl-controls')
  const hidden = await noteFirst(page, '.hl-controls[data-hidden]')
  await page.clock.install()
  await page.goto(film)
  await expect(pauseButton(page)).toBeVisible()
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 500))
  await page.clock.runFor(PLAYER.controlsMs)
  await expect(controls(page)).toHaveAttribute('data-hidden')
  expect((await hidden()) - (await begun())).toBeGreaterThanOrEqual(PLAYER.controlsMs - TICK_MS)
  await expect(page.locator('.hd')).toHaveCSS('opacity', '0')
  await page.mouse.move(100, 300)
  await page.mouse.move(120, 300)
  await expect(controls(page)).not.toHaveAttribute('data-hidden')
  await page.clock.runFor(PLAYER.idleMs - 100)
  await expect(controls(page)).not.toHaveAttribute('data-hidden')
  await page.clock.runFor(200)
  await expect(controls(page)).toHaveAttribute('data-hidden')
  await pauseButton(page).tap()
  await expect(playButton(page)).toBeVisible()
  await page.clock.runFor(10_000)
  await expect(controls(page)).not.toHaveAttribute('data-hidden')
})

test('a click pauses once no second one has followed within 200 ms; two fill the screen', async ({
  page,
  orma,
}) => {
  const { film } = await weekend(orma)
  await page.clock.install()
  await page.goto(film)
  await expect(pauseButton(page)).toBeVisible()
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 500))
  const isFull = () => page.evaluate(() => document.fullscreenElement !== null)
  await page.mouse.dblclick(195, 300)
  await expect.poll(isFull).toBe(true)
  await page.clock.runFor(PLAYER.doubleClickMs * 2)
  await expect(pauseButton(page)).toBeVisible()
  await page.mouse.click(195, 300)
  await page.clock.runFor(PLAYER.doubleClickMs - 50)
  await expect(pauseButton(page)).toBeVisible()
  await page.clock.runFor(100)
  await expect(playButton(page)).toBeVisible()
})

test('the film plays at any of the specified speeds', async ({ page, orma }) => {
  const { film } = await weekend(orma)
  await page.goto(film)
  const options = page.getByLabel(highlights.rate).getByRole('option')
  const rates = [0.5, 0.8, 1, 1.2, 1.5, 1.8, 2, 2.5, 3]
  await expect(options).toHaveText(rates.map((rate) => `${rate}×`))
  const normal = await speedOf(page)
  for (const [rate, least, most] of [
    [3, 1.6, 6],
    [0.5, 0.2, 0.8],
  ] as const) {
    await page.getByLabel(highlights.rate).selectOption(String(rate))
    await expect(async () => {
      const times = (await speedOf(page)) / normal
      expect(times).toBeGreaterThan(least)
      expect(times).toBeLessThan(most)
    }).toPass()
  }
})

test('where a photo is decoded late, the film waits, and says so after 300 ms', async ({
  page,
  orma,
}) => {
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
  const begun = await noteFirst(page, '.hl-controls')
  const said = await noteFirst(page, '.hl-buffering')
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

test.describe('without the worker, which has photos of its own', () => {
  test.use({ serviceWorkers: 'block' })

  test('photos that cannot be loaded are left out of the film; where none can be, there is no film', async ({
    page,
    orma,
  }) => {
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
  })
})

test('where what the film shows cannot be asked for, there is no film, and it can be tried again', async ({
  page,
  orma,
}) => {
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

test('music is silent until it is wanted, and as loud as it was last on this device', async ({
  page,
  orma,
}) => {
  const { client, event, owner, film } = await weekend(orma)
  await client.call(api.updateEvent, {
    params: { event_hash: event.event_hash },
    token: owner.token,
    form: toForm({ music: 'calm' }),
  })
  await page.goto(film)
  const sound = page.getByRole('button', { name: highlights.sound })
  const volume = page.getByRole('slider', { name: highlights.volume })
  await expect(sound).toHaveAttribute('aria-pressed', 'false')
  await expect(volume).toBeHidden()
  await sound.tap()
  await expect(volume).toHaveValue('1')
  await volume.fill('0.4')
  await page.reload()
  await sound.tap()
  await expect(volume).toHaveValue('0.4')
  await page.evaluate(() => localStorage.setItem('volume', 'loud'))
  await page.reload()
  await sound.tap()
  await expect(volume).toHaveValue('1')
})

/** Notes when, by the page's clock, something first stands in it. */
async function noteFirst(page: Page, selector: string): Promise<() => Promise<number>> {
  await page.addInitScript((wanted) => {
    new MutationObserver(() => {
      if (!(wanted in sessionStorage) && document.querySelector(wanted)) {
        sessionStorage.setItem(wanted, String(Date.now()))
      }
    }).observe(document, { subtree: true, childList: true, attributes: true })
  }, selector)
  return () => page.evaluate((wanted) => Number(sessionStorage.getItem(wanted)), selector)
}

/** How much of the film is seen in a second of its playing. */
async function speedOf(page: Page): Promise<number> {
  const look = async () => ({ share: await seenShare(page), at: Date.now() })
  let before = await look()
  let after = before
  await expect
    .poll(async () => {
      after = await look()
      // Round again.
      if (after.share < before.share) before = after
      return after.share - before.share
    })
    .toBeGreaterThan(0.2)
  return ((after.share - before.share) / (after.at - before.at)) * 1000
}

/** What is shown at two moments of the second photo's time, half a second apart. */
async function shownAround(page: Page): Promise<[number[], number[]]> {
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 500))
  await expect
    .poll(
      async () => {
        await page.clock.runFor(200)
        return seenShare(page)
      },
      { intervals: [50] },
    )
    .toBeGreaterThan(0.55)
  const inside = await shownPixels(page)
  const before = await seenShare(page)
  await page.clock.runFor(300)
  await expect.poll(() => seenShare(page)).toBeGreaterThan(before)
  return [inside, await shownPixels(page)]
}
