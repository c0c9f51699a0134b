import { readFile } from 'node:fs/promises'
import { api } from '../../contract/api.ts'
import { texts } from '../../contract/texts.ts'
import { toForm } from '../support/api-client.ts'
import type { ApiClient } from '../support/api-client.ts'
import { sha256Of } from '../support/sized-photos.ts'
import {
  choose,
  enter,
  expect,
  gallery,
  openWithoutWorker,
  startParty,
  test,
  uploadNow,
} from '../e2e/venue-fixtures.ts'
import type { Party } from '../e2e/venue-fixtures.ts'

// The page does the worker's part then, and its clock can be moved on.
test.use({ serviceWorkers: 'block' })

interface Ending {
  end: (client: ApiClient, party: Party) => Promise<unknown>
  /** Of a deleted Orma the page says it once. */
  reason: string
  isToldOnce?: boolean
}

const ENDINGS: Record<string, Ending> = {
  'was deleted': {
    end: (client, { event: { event_hash }, owner: { token } }) =>
      client.call(api.deleteEvent, { params: { event_hash }, token }),
    reason: texts.upload.ormaGone,
    isToldOnce: true,
  },
  'was 1500 hours ago': {
    end: (client, { event: { event_hash }, owner: { token } }) =>
      client.call(api.updateEvent, {
        params: { event_hash },
        token,
        form: toForm({ name: 'Anna & Ben', event_date: '2020-05-01' }),
      }),
    reason: texts.event.uploadsClosed,
  },
}

for (const [what, { end, reason, isToldOnce }] of Object.entries(ENDINGS)) {
  test(`Q15: photos for an Orma that ${what} meanwhile are set aside with the reason`, async ({
    page,
    context,
    venue,
  }) => {
    const party = await startParty(venue)
    const { event, guest, stored } = party
    const photos = await gallery(3)
    await enter(context, guest)
    await page.clock.install()
    await openWithoutWorker(page, `/${event.event_hash}/upload`)
    await choose(page, photos)
    venue.relay.set({ refuse: true })
    await uploadNow(page)
    await expect(page.getByText(texts.upload.waitingForSignal)).toBeVisible()
    await end(venue.client, party)
    venue.heal()
    await page.evaluate(() => dispatchEvent(new Event('online')))
    const refused = page.getByRole('listitem').filter({ hasText: texts.upload.saveToPhone })
    await expect(refused).toHaveCount(3)
    if (isToldOnce) await expect(page.getByRole('heading', { name: reason })).toBeVisible()
    else await expect(refused.filter({ hasText: reason })).toHaveCount(3)
    await expect(page.getByRole('button', { name: texts.upload.retry })).toHaveCount(0)

    const asked = venue.gateway.uploads().length
    await page.clock.fastForward('10:00')
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await page.clock.fastForward('10:00')
    await expect(refused).toHaveCount(3)
    expect(venue.gateway.uploads()).toHaveLength(asked)
    const saving = page.waitForEvent('download')
    const [photo] = photos
    const row = refused.filter({ has: page.getByRole('img', { name: photo!.name }) })
    await row.getByRole('button', { name: texts.upload.saveToPhone }).click()
    expect(sha256Of(await readFile(await (await saving).path()))).toBe(photo!.sha256)
    await page.reload()
    await expect(refused).toHaveCount(3)
    expect(await stored()).toEqual([])
  })
}
