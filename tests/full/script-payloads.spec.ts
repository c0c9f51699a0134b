import { findHarm, makePayloadOrma, showAllComments } from '../e2e/payload-orma.ts'
import { SCRIPT_PAYLOADS } from '../support/hostile/script-payloads.ts'
import { expect, inEachEngine, test } from './engine-fixtures.ts'

inEachEngine(() => {
  test(`X9: ${SCRIPT_PAYLOADS.length} programs written as names and comments are shown as the text they are`, async ({
    orma,
    client,
    openEngine,
  }) => {
    const { eventPath, postPath } = await makePayloadOrma(client, SCRIPT_PAYLOADS)
    const driver = await openEngine()
    const heading = () => driver.evaluate(() => document.querySelector('h1')?.textContent)
    await driver.goto(orma.url + eventPath)
    await expect.poll(heading).toContain(SCRIPT_PAYLOADS[1])
    expect(await driver.evaluate(findHarm)).toEqual([])
    // Firefox gives up a navigation during which the first worker takes over.
    await driver.evaluate(() => navigator.serviceWorker.ready.then(() => true))
    await driver.goto(orma.url + postPath)
    await expect
      .poll(() => driver.evaluate(showAllComments), { timeout: 60_000 })
      .toHaveLength(SCRIPT_PAYLOADS.length)
    const shown = await driver.evaluate(showAllComments)
    const missing = SCRIPT_PAYLOADS.filter((text) => !shown.some((said) => said.includes(text)))
    expect(missing).toEqual([])
    expect(await driver.evaluate(findHarm)).toEqual([])
  })
})
