import type { Page } from '@playwright/test'
import { api } from '../../contract/api.ts'
import { musicAddress } from '../../contract/music.ts'
import { texts } from '../../contract/texts.ts'
import { HEADLESS_SHELL } from '../support/browser-options.ts'
import { violationsOf } from './axe.ts'
import { seenShare, weekend } from './film-fixtures.ts'
import { visit } from './offline-fixtures.ts'
import { openEdit, updateAndReload } from './own-orma.ts'
import { enter, expect, test } from './venue-fixtures.ts'

const { edit, highlights } = texts

test.use({ ...HEADLESS_SHELL, viewport: { width: 390, height: 844 }, hasTouch: true })

const choices = (page: Page) => page.getByRole('group', { name: edit.music })
const choice = (page: Page, name: string) => choices(page).getByRole('radio', { name })
const listen = (page: Page, name: string) =>
  choices(page).getByRole('button', { name: edit.listenTo(name) })
const stop = (page: Page, name: string) =>
  choices(page).getByRole('button', { name: edit.stopListening(name) })

test.beforeEach(async ({ page }) => {
  // Players are not all part of the page: what plays is asked of each that was ever started.
  await page.addInitScript(() => {
    const started = new Set<HTMLMediaElement>()
    Object.assign(window, { started })
    const { prototype } = HTMLMediaElement
    const play = Object.getOwnPropertyDescriptor(prototype, 'play')?.value as () => Promise<void>
    prototype.play = function () {
      started.add(this)
      return play.call(this)
    }
  })
})

test('the owner chooses the music, and the films have it @full', async ({
  page,
  context,
  orma,
}) => {
  const { client, event, owner, path } = await weekend(orma)
  await enter(context, owner)
  await openEdit(page, path)
  await expect(choice(page, 'None')).toBeChecked()
  await listen(page, 'Calm').tap()
  await expect
    .poll(() => heard(page))
    .toMatchObject([{ isMuted: false, address: musicAddress('calm') }])
  await listen(page, 'Bright').press('Enter')
  await expect
    .poll(() => heard(page))
    .toMatchObject([{ isMuted: false, address: musicAddress('bright') }])
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    expect(await violationsOf(page)).toEqual([])
    const { width = 0, height = 0 } = (await stop(page, 'Bright').boundingBox()) ?? {}
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(44)
  }
  await stop(page, 'Bright').press('Space')
  await expect.poll(() => heard(page)).toEqual([])
  await choice(page, 'None').focus()
  await page.keyboard.press('ArrowDown')
  await expect(choice(page, 'Calm')).toBeChecked()
  await updateAndReload(page)
  const params = { event_hash: event.event_hash, id: '2026-11-05' }
  const { body } = await client.call(api.getHighlightConfig, { params })
  expect(body.data.video_json.bgAudio).toBe(musicAddress('calm'))
  await openEdit(page, path)
  await expect(choice(page, 'Calm')).toBeChecked()
})

// Specification: 3.8
test('a film’s music plays once it is wanted, offline too @full', async ({ page, venue, orma }) => {
  test.slow()
  const { event, film, setMusic } = await weekend(orma)
  await setMusic('bright')
  await visit(page, venue.url, event)
  await page.goto(film)
  const sound = page.getByRole('button', { name: highlights.sound })
  await expect(sound).toHaveAttribute('aria-pressed', 'false')
  expect(await heard(page)).toEqual([])
  const isKept = (path: string) => caches.match(path).then(Boolean)
  await expect.poll(() => page.evaluate(isKept, musicAddress('bright'))).toBe(true)
  expect(await page.evaluate(isKept, musicAddress('calm'))).toBe(false)

  venue.relay.set({ refuse: true })
  await page.context().setOffline(true)
  await page.reload()
  await expect.poll(() => seenShare(page)).toBeGreaterThan(0)
  await sound.tap()
  const atFirst = async () => (await heard(page)).find(({ isMuted }) => !isMuted)?.seconds ?? 0
  await expect.poll(atFirst).toBeGreaterThan(0)
  expect(await heard(page)).toMatchObject([{ volume: 1 }])
  const before = await atFirst()
  await expect.poll(atFirst).toBeGreaterThan(before)
})

/** What sounds now, or would if it were not muted: players that run and have something to play. */
function heard(page: Page) {
  return page.evaluate(() => {
    const { started } = window as unknown as { started: Set<HTMLAudioElement> }
    const running = [...started].filter(({ paused, duration }) => !paused && duration > 1)
    return running.map(({ muted, volume, currentTime, currentSrc }) => ({
      isMuted: muted,
      volume,
      seconds: currentTime,
      address: new URL(currentSrc).pathname,
    }))
  })
}
