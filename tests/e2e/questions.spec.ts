import { texts } from '../../contract/texts.ts'
import { createApiClient } from '../support/api-client.ts'
import { WITHOUT_WORKER } from '../support/browser-options.ts'
import { addManyPosts } from '../support/many-posts.ts'
import { expect, test } from './fixtures.ts'
import { ownedOrma } from './own-orma.ts'
import { chooseNew, openUpload } from './uploads-fixtures.ts'

// What a question says besides its title is its description, which screen readers read wherever the focus is.
test.use(WITHOUT_WORKER)

test('whoever is asked whether to delete their account is read what goes with it', async ({
  page,
  orma,
}) => {
  await openUpload(page, orma)
  await page.goto('/profile')
  await page.getByRole('button', { name: texts.profile.deleteAccount }).click()
  const question = page.getByRole('alertdialog', { name: texts.profile.deleteAccount })
  await expect(question).toHaveAccessibleDescription(new RegExp(texts.account.deleteWarning))
})

test('whoever signs out is read what becomes of the photos that are on this phone alone', async ({
  page,
  orma,
}) => {
  await openUpload(page, orma)
  await chooseNew(page, 1)
  await page.goto('/profile')
  await page.getByRole('button', { name: texts.profile.signOut, exact: true }).click()
  const question = page.getByRole('alertdialog', {
    name: texts.profile.onlyHere({ photos: 1, comments: 0, others: 0 }),
  })
  await expect(question).toHaveAccessibleDescription(
    texts.profile.onlyHereDetail({ isSent: false, isKept: true }),
  )
})

test('an owner who decides on a photo is read whose it is', async ({ page, context, orma }) => {
  const { event, path } = await ownedOrma(context, orma)
  const guest = await createApiClient(orma).signUp('Gero Guest')
  addManyPosts(orma, event, guest, 1, 'FAILEDBYNUDITY')
  await page.goto(`${path}/review`)
  await page.getByRole('button', { name: texts.review.rejectPhotoBy('Gero Guest') }).click()
  await expect(page.getByRole('alertdialog')).toHaveAccessibleDescription(
    texts.feed.photoBy('Gero Guest'),
  )
})
