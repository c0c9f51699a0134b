import { setTimeout as wait } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import {
  GLANCE_MS,
  OUTAGES,
  faultsOfAll,
  glance,
  glimpse,
  installApp,
  peek,
  seeAll,
  startEvening,
  test,
} from './killed-fixtures.ts'
import type { Evening, Look } from './killed-fixtures.ts'
import { expect, whenControlled } from '../e2e/venue-fixtures.ts'
import type { Venue } from '../support/venue.ts'

/** How somebody looks at an Orma before the browser dies. Gives what was seen, by its address. */
type Visit = (page: Page, venue: Venue, evening: Evening) => Promise<Map<string, Look>>

const VISITS: Record<string, Visit> = {
  'an Orma opened twice on the very first visits shows photos': async (page, venue, evening) => {
    const { orma, post } = evening
    // What came with the HTML, before there was a worker to see it come: that takes its time.
    let letWorkerCome = () => {}
    const workerMayCome = new Promise<void>((resolve) => (letWorkerCome = resolve))
    venue.gateway.judge(({ path }) => (path === '/sw.js' ? { hold: () => workerMayCome } : 'pass'))
    const seen = await seeAll(page, [orma, orma, post], glance)
    letWorkerCome()
    await whenControlled(page)
    await wait(8000)
    return seen
  },
  'every page of an Orma seen briefly shows the same': async (page, venue, evening) => {
    const { orma, post, others } = evening
    await installApp(page, venue)
    return seeAll(page, [orma, orma, post, ...others], glance)
  },
  'every page left once its photos were seen shows them': async (page, venue, evening) => {
    const { orma, post, others } = evening
    await installApp(page, venue)
    return seeAll(page, [...others, post, orma, orma], peek)
  },
  'an Orma left at once on its first visit shows photos': async (page, venue, { orma }) => {
    await installApp(page, venue)
    const seen = await seeAll(page, [orma], peek)
    await glimpse(page, `${venue.url}/settings`)
    return seen
  },
}

for (const [outage, faults] of OUTAGES) {
  for (const [what, visit] of Object.entries(VISITS)) {
    test(`${what} where the line ${outage}`, async ({ openBrowser, venue }) => {
      const evening = await startEvening(venue)
      const seen = await visit(await openBrowser(), venue, evening)
      venue.relay.set(faults)
      expect(await faultsOfAll(await openBrowser(), seen, [evening.event.name])).toEqual([])
    })
  }

  test(`Orma lists and a guest’s own pages show what they showed where the line ${outage}`, async ({
    openBrowser,
    venue,
  }) => {
    const { event, orma, owner } = await startEvening(venue, 2)
    const page = await openBrowser(owner)
    await installApp(page, venue)
    await glance(page, { ...orma, photos: 3 })
    const photosOf = {
      '/': 1,
      '/myormas': 1,
      '/profile': 0,
      '/settings': 0,
      [`/${event.event_hash}/myphotos`]: 2,
    }
    const places = Object.entries(photosOf).map(([path, photos]) => ({
      address: venue.url + path,
      photos,
    }))
    const seen = await seeAll(page, places, glance)
    venue.relay.set(faults)
    const names = [event.name, owner.user.name ?? '']
    expect(await faultsOfAll(await openBrowser(owner), seen, names)).toEqual([])
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
    const pages = new Map(unseen.map(({ address }) => [address, undefined]))
    expect(await faultsOfAll(await openBrowser(), pages, [event.name])).toEqual([])
  })
}

test('a visit that died before there was a worker does not harm the next', async ({
  openBrowser,
  venue,
}) => {
  const { event, orma } = await startEvening(venue)
  await glance(await openBrowser(), orma)
  const page = await openBrowser()
  await glance(page, orma)
  await whenControlled(page)
  await wait(GLANCE_MS)
  const seen = await glimpse(page, orma.address)
  venue.relay.set({ refuse: true })
  const again = await openBrowser()
  expect(await faultsOfAll(again, new Map([[orma.address, seen]]), [event.name])).toEqual([])
})
