import { setTimeout as wait } from 'node:timers/promises'
import {
  GLANCE_MS,
  OUTAGES,
  faultsOfAll,
  glance,
  glimpse,
  installApp,
  peek,
  startEvening,
  test,
} from './killed-fixtures.ts'
import type { Look } from './killed-fixtures.ts'
import { expect, whenControlled } from '../e2e/venue-fixtures.ts'

for (const [outage, faults] of OUTAGES) {
  test(`an Orma opened twice on the very first visits shows photos where the line ${outage}`, async ({
    openBrowser,
    venue,
  }) => {
    const { event, orma, post } = await startEvening(venue)
    const page = await openBrowser()
    // What came with the HTML, before there was a worker to see it come: that takes its time.
    let letWorkerCome = () => {}
    const workerMayCome = new Promise<void>((resolve) => (letWorkerCome = resolve))
    venue.gateway.judge(({ path }) => (path === '/sw.js' ? { hold: () => workerMayCome } : 'pass'))
    const seen = new Map<string, Look>()
    for (const place of [orma, orma, post]) seen.set(place.address, await glance(page, place))
    letWorkerCome()
    await whenControlled(page)
    await wait(8000)
    venue.relay.set(faults)
    expect(await faultsOfAll(await openBrowser(), seen, [event.name])).toEqual([])
  })

  test(`every page of an Orma seen briefly shows the same where the line ${outage}`, async ({
    openBrowser,
    venue,
  }) => {
    const { event, orma, post, others } = await startEvening(venue)
    const page = await openBrowser()
    await installApp(page, venue)
    const seen = new Map<string, Look>()
    for (const place of [orma, orma, post, ...others]) {
      seen.set(place.address, await glance(page, place))
    }
    venue.relay.set(faults)
    expect(await faultsOfAll(await openBrowser(), seen, [event.name])).toEqual([])
  })

  test(`every page left once its photos were seen shows them where the line ${outage}`, async ({
    openBrowser,
    venue,
  }) => {
    const { event, orma, post, others } = await startEvening(venue)
    const page = await openBrowser()
    await installApp(page, venue)
    const seen = new Map<string, Look>()
    for (const place of [...others, post, orma, orma]) {
      seen.set(place.address, await peek(page, place))
    }
    venue.relay.set(faults)
    expect(await faultsOfAll(await openBrowser(), seen, [event.name])).toEqual([])
  })

  test(`an Orma left at once on its first visit shows photos where the line ${outage}`, async ({
    openBrowser,
    venue,
  }) => {
    const { event, orma } = await startEvening(venue)
    const page = await openBrowser()
    await installApp(page, venue)
    const seen = await peek(page, orma)
    await glimpse(page, `${venue.url}/settings`)
    venue.relay.set(faults)
    const again = await openBrowser()
    expect(await faultsOfAll(again, new Map([[orma.address, seen]]), [event.name])).toEqual([])
  })

  test(`Orma lists and a guest’s own pages show what they showed where the line ${outage}`, async ({
    openBrowser,
    venue,
  }) => {
    const { event, orma, owner } = await startEvening(venue, 2)
    const page = await openBrowser(owner)
    await installApp(page, venue)
    await glance(page, { ...orma, photos: 3 })
    const seen = new Map<string, Look>()
    for (const [path, photos] of Object.entries({
      '/': 1,
      '/myormas': 1,
      '/profile': 0,
      '/settings': 0,
      [`/${event.event_hash}/myphotos`]: 2,
    })) {
      const address = venue.url + path
      seen.set(address, await glance(page, { address, photos }))
    }
    venue.relay.set(faults)
    const names = [event.name, owner.user.name ?? '']
    expect(await faultsOfAll(await openBrowser(owner), seen, names)).toEqual([])
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
