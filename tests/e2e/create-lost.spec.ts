import { texts } from '../../contract/texts.ts'
import { WITHOUT_WORKER } from '../support/browser-options.ts'
import { chooseBanner, heading, ormasOf, sendUnheard, submit, test } from './create-fixtures.ts'
import { expect } from './fixtures.ts'
import { nameField } from './own-orma.ts'

test.use(WITHOUT_WORKER)

test('a second tap after a lost answer makes no second Orma', async ({ page, client, host }) => {
  await nameField(page).fill('Once')
  await chooseBanner(page)
  await sendUnheard(page)
  await submit(page).click()
  await expect(heading(page, 'Once')).toBeVisible()
  const [event, ...others] = await ormasOf(host, client)
  expect(others).toEqual([])
  await expect(page).toHaveURL(`/${event?.event_hash}`)
})

test('what is changed after lost answers changes the Orma that was made', async ({
  page,
  client,
  host,
}) => {
  await nameField(page).fill('First')
  await page.getByLabel(texts.create.seatingUrl).fill('https://seats.example')
  await sendUnheard(page)
  await nameField(page).fill('Second')
  await sendUnheard(page)
  await nameField(page).fill('Third')
  await page.getByLabel(texts.create.seatingUrl).fill('')
  await submit(page).click()
  await expect(heading(page, 'Third')).toBeVisible()
  const ormas = await ormasOf(host, client)
  expect(ormas.map(({ name, seating_url }) => ({ name, seating_url }))).toEqual([
    { name: 'Third', seating_url: null },
  ])
})
