import { setTimeout as wait } from 'node:timers/promises'
import {
  OUTAGES,
  faultsOfAll,
  glance,
  installApp,
  peek,
  startEvening,
  test,
} from './killed-fixtures.ts'
import type { Look } from './killed-fixtures.ts'
import { expect } from '../e2e/venue-fixtures.ts'

for (const [outage, faults] of OUTAGES) {
  test(`an Orma left once seen shows its photos where the line ${outage}`, async ({
    openBrowser,
    venue,
  }) => {
    const { event, orma, post } = await startEvening(venue)
    const page = await openBrowser()
    await installApp(page, venue)
    const seen = new Map<string, Look>()
    for (const place of [orma, orma, post]) seen.set(place.address, await peek(page, place))
    // Whatever is late has had its time.
    await wait(8000)
    venue.relay.set(faults)
    expect(await faultsOfAll(await openBrowser(), seen, [event.name])).toEqual([])
  })

  test(`what was never seen says so within 3 s where the line ${outage}`, async ({
    openBrowser,
    venue,
  }) => {
    const { event, orma, post, others } = await startEvening(venue, 2)
    const never = await startEvening(venue, 1)
    const page = await openBrowser()
    await installApp(page, venue)
    // Not from the feed, which tells of other posts as well.
    const splash = others.at(-1) ?? orma
    await glance(page, splash)
    venue.relay.set(faults)
    const unseen = [orma, post, ...others.slice(0, 4), never.orma, never.post, ...never.others]
    const pages = new Map<string, Look | undefined>()
    for (const { address } of unseen) pages.set(address, undefined)
    expect(await faultsOfAll(await openBrowser(), pages, [event.name])).toEqual([])
  })
}
