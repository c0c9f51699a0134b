import { texts } from '../../contract/texts.ts'
import { HEADLESS_SHELL } from '../support/browser-options.ts'
import { visit } from './offline-fixtures.ts'
import { expect, test } from './venue-fixtures.ts'

test.use(HEADLESS_SHELL)

test('what comes into a page has nothing else on it styled anew @full', async ({
  page,
  browser,
  venue,
  event,
  addPhotos,
}) => {
  await addPhotos(3)
  await visit(page, venue.url, event)
  // Their rules come with the late parts.
  await expect(page.getByRole('link', { name: texts.event.slideshow })).toBeVisible()
  await expect.poll(() => page.evaluate(() => document.styleSheets.length)).toBe(2)

  await browser.startTracing(page, { categories: ['devtools.timeline'] })
  const all = await page.evaluate(() => {
    const added = document.createElement('p')
    document.querySelector('main')?.append(added)
    // The style and place of what was added are found for it.
    added.getBoundingClientRect()
    return document.querySelectorAll('*').length
  })
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as Trace
  const styled = traceEvents.flatMap(({ args }) => args.elementCount ?? [])
  expect(styled.length).toBeGreaterThan(0)
  expect(Math.max(...styled)).toBeLessThan(all / 4)
})

interface Trace {
  traceEvents: { args: { elementCount?: number } }[]
}
