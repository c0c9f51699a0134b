import { api } from '../../contract/api.ts'
import { texts } from '../../contract/texts.ts'
import { newGuest, readToken, signIn } from '../e2e/people.ts'
import {
  choose,
  driveAll,
  expect,
  gallery,
  test,
  uploadNow,
  whenControlled,
} from '../e2e/venue-fixtures.ts'

test('waiting photos follow their phone number to its new account', async ({
  page,
  context,
  venue,
  stored,
  storedHashes,
  client,
  orma,
  path,
}) => {
  const guest = newGuest('Grace Hopper')
  const whoIs = async () => {
    const { body } = await client.call(api.verifySession, { token: await readToken(context) })
    return body.user.id as number
  }
  await page.goto(`${path}/login`)
  await signIn(page, orma, guest)
  await page.goto(`${path}/upload`)
  await whenControlled(page)
  const idBefore = await whoIs()
  const photos = await gallery(3)
  await choose(page, photos)
  venue.relay.set({ refuse: true })
  await uploadNow(page)
  await expect(page.getByText(texts.upload.waitingForSignal)).toBeVisible()

  const { status } = await client.call(api.deleteAccount, { token: await readToken(context) })
  expect(status).toBe(200)
  // Nobody gets the id that was theirs by chance.
  await client.signUp('Somebody else')
  venue.heal()
  await page.reload()
  await expect(page.getByText(texts.upload.sameUserOnly(3))).toBeVisible()
  expect(await storedHashes()).toEqual([])
  await page.getByRole('main').getByRole('link', { name: texts.common.login }).click()
  await signIn(page, orma, guest)

  const hashes = photos.map(({ sha256 }) => sha256)
  await expect.poll(storedHashes).toEqual(hashes)
  await driveAll(page, venue)
  expect(await storedHashes()).toEqual(hashes)
  expect(await whoIs()).not.toBe(idBefore)
  const ids = (await stored()).map(({ userId }) => userId)
  expect(new Set(ids)).toEqual(new Set([await whoIs()]))
})
