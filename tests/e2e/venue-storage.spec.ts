import { texts } from '../../contract/texts.ts'
import { WITHOUT_WORKER } from '../support/browser-options.ts'
import { choose, expect, gallery, openWithoutWorker, test, uploadNow } from './venue-fixtures.ts'

declare global {
  interface Window {
    /** How many transactions were broken. */
    broken: number
  }
}

// The page does all the work then, and what breaks in it breaks everything.
test.use({ ...WITHOUT_WORKER, as: 'guest' })

test('Q18: nothing is lost where the browser closes its store', async ({
  page,
  venue,
  storedHashes,
  path,
}) => {
  const photos = await gallery(4, 200)
  await page.addInitScript(() => {
    const real: IDBDatabase['transaction'] = Reflect.get(IDBDatabase.prototype, 'transaction')
    const breaks = [
      () => {
        throw new DOMException('The database connection is closing.', 'InvalidStateError')
      },
      () => {
        throw new DOMException('Connection to Indexed Database server lost.', 'UnknownError')
      },
      (transaction: IDBTransaction) =>
        queueMicrotask(() => {
          try {
            transaction.abort()
          } catch {
            // It is committed by now.
          }
        }),
    ]
    let calls = 0
    /** How many of the same kind are to pass: one of them is the second try of what was broken. */
    const spared = new Map<string, number>()
    window.broken = 0
    IDBDatabase.prototype.transaction = function breakable(...args) {
      const transaction = real.apply(this, args)
      calls += 1
      const kind = JSON.stringify(args.slice(0, 2))
      const left = spared.get(kind) ?? 0
      spared.set(kind, Math.max(0, left - 1))
      if (calls % 4 !== 0 || left > 0) return transaction
      spared.set(kind, 3)
      breaks[window.broken++ % breaks.length]?.(transaction)
      return transaction
    }
  })
  await openWithoutWorker(page, `${path}/upload`)
  await choose(page, photos)
  venue.relay.set({ refuse: true })
  await uploadNow(page)
  await expect(page.getByText(texts.upload.waitingForSignal)).toBeVisible()
  const before = await page.evaluate(() => window.broken)
  venue.heal()
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect(page.getByText(texts.upload.progress(4, 4))).toBeVisible()
  expect(await storedHashes()).toEqual(photos.map(({ sha256 }) => sha256))
  expect(before).toBeGreaterThan(5)
  expect(await page.evaluate(() => window.broken)).toBeGreaterThan(before + 5)
})
