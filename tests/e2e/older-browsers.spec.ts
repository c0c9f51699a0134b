import { texts } from '../../contract/texts.ts'
import { openLive } from './fixtures.ts'
import { expect, test } from './venue-fixtures.ts'

// An iPhone 8 ends with Safari 16; no such browser runs here, but one without what came later does.

test('an Orma opens and shows a photo in a browser of 2023 @full', async ({
  page,
  guest,
  addPhotos,
  path,
}) => {
  await page.addInitScript(() => {
    const later: [object, string[]][] = [
      [Map, ['groupBy']],
      [Object, ['groupBy']],
      [Promise, ['withResolvers', 'try']],
      [AbortSignal, ['any']],
      [URL, ['canParse', 'parse']],
      [Response, ['json']],
      [Set.prototype, ['union', 'difference', 'intersection', 'isSubsetOf', 'isSupersetOf']],
      [Array, ['fromAsync']],
      [ReadableStream.prototype, ['values']],
    ]
    for (const [owner, names] of later)
      for (const name of names) Reflect.deleteProperty(owner, name)
    Reflect.deleteProperty(ReadableStream.prototype, Symbol.asyncIterator)
    Reflect.deleteProperty(globalThis, 'Iterator')
  })
  const problems: Error[] = []
  page.on('pageerror', (error) => problems.push(error))
  await addPhotos(2, guest)
  await openLive(page, path)
  await expect(page.locator('li[data-post] img[data-shown]')).toHaveCount(2)
  await addPhotos(1, guest)
  await expect(page.locator('li[data-post] img[data-shown]')).toHaveCount(3)
  await page.reload()
  await expect(page.locator('li[data-post] img[data-shown]')).toHaveCount(3)
  await page.locator('li[data-post] a').first().click()
  await expect(page.getByRole('button', { name: texts.post.like }).first()).toBeVisible()
  expect(problems).toEqual([])
})
