import { api } from '../../contract/api.ts'
import { texts } from '../../contract/texts.ts'
import { HEADLESS_SHELL } from '../support/browser-options.ts'
import { visit } from './offline-fixtures.ts'
import { expect, test } from './venue-fixtures.ts'

test.use(HEADLESS_SHELL)

test('a link with words copied along opens the Orma', async ({ page, venue, event, addPhotos }) => {
  await addPhotos(1)
  const path = `/${event.event_hash}`
  const name = page.getByRole('heading', { name: event.name })
  await page.goto(`${path}. Enjoy it, and add yours!`)
  await expect(page).toHaveURL(new RegExp(`${path}$`))
  await expect(name).toBeVisible()
  await visit(page, venue.url, event)
  venue.relay.set({ refuse: true })
  for (const signs of ['.', ',%20', '.)', '. Enjoy']) {
    await page.goto(path + signs)
    await expect(page).toHaveURL(new RegExp(`${path}$`))
    await expect(name).toBeVisible()
  }
})

test('a deleted Orma and a cut link say so, and lead home', async ({
  page,
  venue,
  event,
  owner,
  client,
}) => {
  const params = { event_hash: event.event_hash }
  await client.call(api.deleteEvent, { params, token: owner.token })
  for (const [hash, ...sentences] of [
    [event.event_hash, texts.event.loadFailed, texts.event.gone],
    [event.event_hash.slice(1), texts.event.cutOff],
  ]) {
    await page.goto(`/${hash}`)
    for (const words of sentences) await expect(page.getByText(words)).toBeVisible()
    await page.getByRole('link', { name: texts.notFound.home }).click()
    await expect(page).toHaveURL(`${venue.url}/`)
  }
})
