import { api } from '../../contract/api.ts'
import { texts } from '../../contract/texts.ts'
import { WITHOUT_WORKER } from '../support/browser-options.ts'
import { enter, expect, test } from './fixtures.ts'

test.use(WITHOUT_WORKER)

test('a number is changed by a code of each', async ({ page, context, orma, client }) => {
  const guest = await client.signUp('Nora Number')
  const newPhone = `4915${String(Math.random()).slice(2, 11)}`
  await enter(context, guest)
  await page.goto('/profile')
  await page.getByRole('button', { name: texts.phoneChange.open }).click()
  const number = page.getByLabel(texts.phoneChange.newPhone)
  const send = page.getByRole('button', { name: texts.phoneChange.sendCodes })
  // Without its country's code it could be anybody's.
  await number.fill('0151 2345678')
  await send.click()
  await expect(page.getByText(texts.login.invalidPhone)).toBeVisible()
  await number.fill(`+${newPhone.slice(0, 2)} ${newPhone.slice(2)}`)
  await send.click()

  // Who looks up the codes may find the page loaded anew.
  await expect(page.getByLabel(texts.phoneChange.codeAtNew(newPhone))).toBeVisible()
  await page.reload()
  await page.getByRole('button', { name: texts.phoneChange.open }).click()
  await expect(page.getByText(texts.phoneChange.noSms(null))).toBeVisible()
  const codes = [await orma.codeFor(guest.user.phone), await orma.codeFor(newPhone)] as const
  const change = page.getByRole('button', { name: texts.phoneChange.change })
  const old = page.getByLabel(texts.phoneChange.codeAtOld(guest.user.phone))
  await old.fill(codes[0] === '0000' ? '0001' : '0000')
  await page.getByLabel(texts.phoneChange.codeAtNew(newPhone)).fill(codes[1])
  await change.click()
  await expect(page.getByText(texts.phoneChange.refused.old_code)).toBeVisible()
  await old.fill(codes[0])
  await change.click()
  await expect(page.getByText(texts.phoneChange.changed(newPhone))).toBeVisible()
  await expect(page.getByText(`${texts.profile.phone}: +${newPhone}`)).toBeVisible()
  const { body } = await client.call(api.verifySession, { token: guest.token })
  expect(body.user).toEqual({ ...guest.user, phone: newPhone })
})
