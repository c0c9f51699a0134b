import { api } from '../../contract/api.ts'
import { texts } from '../../contract/texts.ts'
import { addPosts, visit } from './offline-fixtures.ts'
import { expect, startParty, test } from './venue-fixtures.ts'

test('a link with signs or words behind it that were copied along opens the Orma, also from the worker without a network', async ({
  page,
  venue,
}) => {
  const { event, owner } = await startParty(venue)
  await addPosts(venue.client, event, owner, 1)
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

test('an Orma that was deleted says so, and a part of a link that it may be one; both lead home', async ({
  page,
  venue,
}) => {
  const { event, owner } = await startParty(venue)
  const params = { event_hash: event.event_hash }
  await venue.client.call(api.deleteEvent, { params, token: owner.token })
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
