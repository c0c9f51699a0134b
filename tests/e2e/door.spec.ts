import { randomUUID } from 'node:crypto'
import { API_BASE } from '../../contract/api.ts'
import { WORDS_AT_DOOR } from '../../contract/limits.ts'
import { texts } from '../../contract/texts.ts'
import { HEADLESS_SHELL } from '../support/browser-options.ts'
import { violationsOf } from './axe.ts'
import { openLive } from './fixtures.ts'
import { shownPosts, visit } from './offline-fixtures.ts'
import { choose, enter, expect, gallery, test } from './venue-fixtures.ts'

test.use({ ...HEADLESS_SHELL, fields: { pin: 'Sunset' } })

const { door, switches } = texts

test('a phone is asked once for an Orma’s word, and shows nothing before', async ({
  page,
  event,
  venue,
  path,
  addPhotos,
}) => {
  const [post] = await addPhotos(1)
  const streams: string[] = []
  page.on('request', (request) => request.url().endsWith('/live') && streams.push(request.url()))
  await page.goto(path)
  await expect(page.getByRole('heading', { name: door.title })).toBeVisible()
  expect(await page.content()).not.toContain(event.name)
  expect(await violationsOf(page)).toEqual([])
  const word = page.getByRole('textbox', { name: door.word })
  await word.fill('sunrise')
  await page.getByRole('button', { name: door.open }).click()
  await expect(page.getByText(door.refused)).toBeVisible()
  expect(streams).toEqual([])
  await word.fill('sunset')
  await word.press('Enter')
  await expect(page.getByRole('heading', { name: event.name })).toBeVisible()
  await expect.poll(() => shownPosts(page)).toEqual([post?.id])
  await expect.poll(() => streams.length).toBe(1)
  await visit(page, venue.url, event)
  venue.relay.set({ refuse: true })
  await page.reload()
  await expect.poll(() => shownPosts(page)).toEqual([post?.id])
})

test('a link may carry the word, which no request line does', async ({ page, event, path }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.goto(`${path}#pin=${encodeURIComponent('Sunset')}`)
  await expect(page.getByRole('heading', { name: event.name })).toBeVisible()
  expect(new URL(page.url()).hash).toBe('')
  expect(asked.filter((url) => /sunset/i.test(url.split('#')[0] ?? ''))).toEqual([])
  // Also where the device is in already.
  await page.goto('/')
  await page.goto(`${path}#pin=Sunset`)
  await expect(page.getByRole('heading', { name: event.name })).toBeVisible()
  await expect.poll(() => new URL(page.url()).hash).toBe('')
})

test('a phone that is to give another word shows nothing until it has', async ({
  page,
  event,
  venue,
  path,
  addPhotos,
  change,
}) => {
  const [post] = await addPhotos(1)
  await page.goto(`${path}#pin=Sunset`)
  await expect(page.getByRole('heading', { name: event.name })).toBeVisible()
  await visit(page, venue.url, event)
  await openLive(page, path)
  await change({ pin: 'midnight' })
  const title = page.getByRole('heading', { name: door.title })
  await expect(title).toBeVisible()
  venue.relay.set({ refuse: true })
  await page.reload()
  await expect(title).toBeVisible()
  await expect(page.getByText(door.changed)).toBeVisible()
  await expect(page.getByText(door.offline)).toBeVisible()
  expect(await shownPosts(page)).toEqual([])
  venue.heal()
  await page.getByRole('textbox', { name: door.word }).fill('Midnight')
  await page.getByRole('button', { name: door.open }).click()
  await expect.poll(() => shownPosts(page)).toEqual([post?.id])
})

test('a guest gives a changed word from the upload screen, and the photos go on @full', async ({
  page,
  guest,
  event,
  path,
  change,
}) => {
  await enter(page.context(), guest)
  await page.goto(`${path}/upload#pin=Sunset`)
  await expect(page.getByText(event.name)).toBeVisible()
  await choose(page, await gallery(2))
  await change({ pin: 'midnight' })
  // A page that hears of it sooner takes the button away: then it is pressed once the word is given.
  const upload = page.getByRole('button', { name: texts.upload.uploadNow })
  const isSent = await upload.click({ timeout: 5_000 }).then(
    () => true,
    () => false,
  )
  await expect(page.getByText(door.changedMeanwhile)).toBeVisible()
  await page.getByRole('button', { name: door.give }).click()
  await page.getByRole('textbox', { name: door.word }).fill('Midnight')
  await page.getByRole('button', { name: door.open }).click()
  if (!isSent) await upload.click()
  await expect(page.getByText(texts.upload.progress(2, 2))).toBeVisible()
})

test('an organiser shares the word of a closed door, and opens it by another @full', async ({
  page,
  orma,
  owner,
  event,
  path,
}) => {
  const give = async (pin: string) => {
    const { status } = await fetch(`${orma.url}${API_BASE}/events/${event.event_hash}/door`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ pin, device: randomUUID() }),
    })
    return status
  }
  for (let n = 0; n < WORDS_AT_DOOR.perEvent.max; n += 1) await give('guess')
  expect(await give('sunset')).toBe(429)
  await enter(page.context(), owner)
  await page.goto(path)
  await page.getByRole('button', { name: texts.event.share }).click()
  const link = page.getByLabel(texts.share.link)
  await expect(link).toHaveValue(/\/[\w-]{22}$/)
  await page.getByRole('checkbox', { name: door.withWord }).check()
  await expect(link).toBeHidden()
  await expect(page.getByRole('textbox', { name: door.word })).toBeFocused()
  await page.keyboard.type('sunset')
  await page.keyboard.press('Enter')
  await expect(link).toHaveValue(/#pin=sunset$/)
  await page.keyboard.press('Escape')
  const change = page.getByRole('button', { name: switches.changePin, exact: true })
  await change.click()
  const dialog = page.getByRole('dialog')
  expect(await violationsOf(page)).toEqual([])
  await dialog.getByRole('textbox', { name: switches.newPin }).fill('midnight')
  await dialog.getByRole('button', { name: switches.changePin }).click()
  await expect(page.getByText(door.isOpen)).toBeVisible()
  await expect(change).toBeHidden()
  expect(await give('midnight')).toBe(200)
})
