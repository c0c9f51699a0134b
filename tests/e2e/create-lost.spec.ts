import { api } from '../../contract/api.ts'
import { texts } from '../../contract/texts.ts'
import { WITHOUT_WORKER } from '../support/browser-options.ts'
import { chooseBanner, heading, ormasOf, sendUnheard, submit, test } from './create-fixtures.ts'
import { expect } from './fixtures.ts'
import { nameField } from './own-orma.ts'
import { newGuest, readToken, signIn } from './people.ts'

test.use(WITHOUT_WORKER)

test('a second tap after a lost answer leads to the Orma of the first, and makes no second one', async ({
  page,
  client,
  host,
}) => {
  await nameField(page).fill('Once')
  await chooseBanner(page)
  await sendUnheard(page)
  await submit(page).click()
  await expect(heading(page, 'Once')).toBeVisible()
  const [event, ...others] = await ormasOf(host, client)
  expect(others).toEqual([])
  await expect(page).toHaveURL(`/${event?.event_hash}`)
})

test('what is changed in the form after lost answers is changed in the Orma that was made', async ({
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

test('an Orma that nobody heard of and that was deleted meanwhile is not brought back; the form makes another @full', async ({
  page,
  client,
  host,
}) => {
  await nameField(page).fill('Again')
  await sendUnheard(page)
  const [event] = await ormasOf(host, client)
  const params = { event_hash: event?.event_hash ?? '' }
  await client.call(api.deleteEvent, { params, token: host.token })
  await submit(page).click()
  await expect(page.getByText(texts.server.eventNotFound)).toBeVisible()
  expect(await ormasOf(host, client)).toEqual([])
  await submit(page).click()
  await expect(heading(page, 'Again')).toBeVisible()
  expect(await ormasOf(host, client)).toHaveLength(1)
})

test('a lost answer, and then a session that has ended: after signing in there is one Orma @full', async ({
  page,
  context,
  orma,
  client,
}) => {
  const guest = newGuest('Hanna Host')
  await page.goto('/create/orma')
  await signIn(page, orma, guest)
  await nameField(page).fill('Once')
  await sendUnheard(page)
  await client.call(api.logout, { token: await readToken(context) })
  await submit(page).click()
  const prompt = page.getByRole('dialog', { name: texts.loginPrompt.text })
  await prompt.getByRole('button', { name: texts.loginPrompt.login }).click()
  await signIn(page, orma, guest)
  // The form asks for what was made, and leads there.
  await expect(heading(page, 'Once')).toBeVisible()
  const token = await readToken(context)
  const { body } = await client.call(api.listOwnEvents, { token })
  expect(body.allevents).toHaveLength(1)
})
