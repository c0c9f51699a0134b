import { texts } from '../../contract/texts.ts'
import { HEADLESS_SHELL } from '../support/browser-options.ts'
import { violationsOf } from './axe.ts'
import { openLive } from './fixtures.ts'
import { card, startReview, strip } from './review-fixtures.ts'
import { enter, expect, test } from './venue-fixtures.ts'

test.use(HEADLESS_SHELL)

test('an owner invites an organiser, who reviews photos until removed', async ({
  page,
  context,
  elsewhere,
  venue,
  client,
}) => {
  const { event, owner, flagged } = await startReview(venue, 1)
  const helper = await client.signUp('Henry Helper')
  const path = `/${event.event_hash}`
  await enter(context, owner)
  const phone = await elsewhere()
  const asked: string[] = []
  phone.on('request', (request) => asked.push(request.url()))

  await openLive(page, path)
  await page.getByRole('button', { name: texts.event.share }).click()
  await page.getByRole('link', { name: texts.share.organise }).click()
  await page.getByRole('button', { name: texts.organise.invite }).click()
  const invitation = page.getByRole('textbox', { name: texts.organise.inviteLink })
  const link = await invitation.inputValue()
  expect(await violationsOf(page)).toEqual([])
  await page.getByRole('button', { name: texts.common.close }).last().click()
  await expect(page.getByRole('heading', { name: texts.organise.open(1) })).toBeVisible()

  await test.step('who follows the link signs in first, and organises the Orma then', async () => {
    await phone.goto(link)
    await expect(phone.getByText(texts.organise.signIn)).toBeVisible()
    await phone.getByRole('main').getByRole('link', { name: texts.loginPrompt.login }).click()
    await expect(phone).toHaveURL(/\/login$/)
    await enter(phone.context(), helper)
    await phone.reload()
    const question = texts.organise.question(event.name)
    await expect(phone.getByRole('heading', { name: question })).toBeVisible()
    expect(await violationsOf(phone)).toEqual([])
    await phone.getByRole('button', { name: texts.organise.accept }).click()
    await expect(phone).toHaveURL(new RegExp(`${path}$`))
    await expect(strip(phone)).toBeVisible()
    await expect(card(phone, flagged[0])).toBeVisible()
    const token = new URL(link).hash.slice(1)
    expect(asked.filter((url) => url.includes(token))).toEqual([])
  })

  await test.step('the link is good for nobody else, as they read before they sign in', async () => {
    const stranger = await elsewhere()
    await stranger.goto(link)
    await expect(stranger.getByText(texts.organise.gone)).toBeVisible()
    await enter(stranger.context(), await client.signUp('Sam Stranger'))
    await stranger.reload()
    await expect(stranger.getByText(texts.organise.gone)).toBeVisible()
  })

  await test.step('whom the owner removes sees no photo to review any more', async () => {
    const name = 'Henry Helper'
    await expect(page.getByText(name)).toBeVisible()
    await expect(page.getByRole('heading', { name: texts.organise.open(1) })).toHaveCount(0)
    await page.getByRole('button', { name: texts.organise.removeLong(name) }).click()
    const question = page.getByRole('alertdialog', { name: texts.organise.removeQuestion(name) })
    await question.getByRole('button', { name: texts.organise.remove }).click()
    await expect(page.getByText(name)).toHaveCount(0)
    await expect(strip(phone)).toHaveCount(0)
    await expect(phone.getByText(texts.organise.left)).toBeVisible()
    await phone.context().setOffline(true)
    await phone.goto(`${path}/review`)
    await expect(phone.getByText(texts.review.ownerOnly)).toBeVisible()
    await expect(card(phone, flagged[0])).toHaveCount(0)
  })
})
