import type { Locator } from '@playwright/test'
import { texts } from '../../contract/texts.ts'
import { HEADLESS_SHELL } from '../support/browser-options.ts'
import { weekend } from './film-fixtures.ts'
import { goWithin, releaseOf, test, updateWorker } from './release-fixtures.ts'
import { expect, startParty, whenControlled } from './venue-fixtures.ts'

test.use(HEADLESS_SHELL)

test('a release that waits is offered also by a page that is opened afterwards', async ({
  page,
  venue,
  next,
}) => {
  const { event } = await startParty(venue)
  await page.goto(`/${event.event_hash}`)
  await whenControlled(page)
  await venue.orma.restart(next)
  expect(await updateWorker(page)).toBe('installed')
  const opened = await page.context().newPage()
  await opened.goto(`${venue.url}/${event.event_hash}`)
  await opened.getByRole('button', { name: texts.offline.update }).click()
  await expect.poll(() => releaseOf(opened)).toEqual({ html: 'next', script: 'next' })
})

test('a release whose download was cut three times is offered, once it is here, by the page that was open all along @full', async ({
  page,
  venue,
  next,
}) => {
  const { event } = await startParty(venue)
  await page.goto(`/${event.event_hash}`)
  await whenControlled(page)
  await venue.orma.restart(next)
  venue.gateway.judge(({ path }) => (path.startsWith('/assets/') ? 'reset-before' : 'pass'))
  for (let time = 0; time < 3; time++) expect(await updateWorker(page)).toBe('redundant')
  venue.heal()
  expect(await updateWorker(page)).toBe('installed')
  // As when somebody comes back to it.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await page.getByRole('button', { name: texts.offline.update }).click()
  await expect.poll(() => releaseOf(page)).toEqual({ html: 'next', script: 'next' })
})

test('the offer of a release hides nothing that stands at the lower edge: not the button that adds photos, nor the controls of a film', async ({
  page,
  venue,
  next,
}) => {
  const { path, film } = await weekend(venue.orma)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(path)
  await whenControlled(page)
  await venue.orma.restart(next)
  expect(await updateWorker(page)).toBe('installed')
  await expect(page.getByRole('button', { name: texts.offline.update })).toBeVisible()
  await expectFree(page.getByRole('link', { name: texts.event.upload }))
  await goWithin(page, film)
  await expectFree(page.getByLabel(texts.highlights.rate))
})

/** Nothing else is at its corners. */
async function expectFree(control: Locator): Promise<void> {
  const isFree = (element: Element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect()
    const xs = [left + 12, right - 12]
    const ys = [top + 12, bottom - 12]
    return xs.every((x) => ys.every((y) => element.contains(document.elementFromPoint(x, y))))
  }
  await expect.poll(() => control.evaluate(isFree)).toBe(true)
}
