import { texts } from '../../contract/texts.ts'
import { HEADLESS_SHELL } from '../support/browser-options.ts'
import { releaseOf, test, updateWorker } from './release-fixtures.ts'
import { expect, whenControlled } from './venue-fixtures.ts'

test.use(HEADLESS_SHELL)

test('a release that waits is offered by later pages too', async ({
  page,
  venue,
  next,
  event,
  orma,
  path,
}) => {
  await page.goto(path)
  await whenControlled(page)
  await orma.restart(next)
  expect(await updateWorker(page)).toBe('installed')
  const opened = await page.context().newPage()
  await opened.goto(`${venue.url}/${event.event_hash}`)
  await opened.getByRole('button', { name: texts.offline.update }).click()
  await expect.poll(() => releaseOf(opened)).toEqual({ html: 'next', script: 'next' })
})
