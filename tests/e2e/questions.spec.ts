import { texts } from '../../contract/texts.ts'
import { WITHOUT_WORKER } from '../support/browser-options.ts'
import { expect, test } from './fixtures.ts'
import { chooseNew } from './uploads-fixtures.ts'

// What a question says besides its title is its description, which screen readers read wherever the focus is.
test.use({ ...WITHOUT_WORKER, as: 'guest' })

test('who signs out is read what becomes of photos here alone', async ({ page, path }) => {
  await page.goto(`${path}/upload`)
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
