import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '../e2e/fixtures.ts'
import { findHarm, makePayloadOrma, showAllComments } from '../e2e/payload-orma.ts'
import { createApiClient } from '../support/api-client.ts'
import { ENGINE_NAMES } from '../support/engines/engine.ts'
import type { Engine } from '../support/engines/engine.ts'
import { findEngine } from '../support/engines/find-engine.ts'
import { SCRIPT_PAYLOADS } from '../support/hostile/script-payloads.ts'

for (const name of ENGINE_NAMES) {
  test.describe(name, () => {
    let engine: Engine
    test.beforeAll(() => {
      const found = findEngine(name)
      test.skip('missing' in found, 'missing' in found ? found.missing : '')
      if ('engine' in found) engine = found.engine
    })

    test(`X9: ${SCRIPT_PAYLOADS.length} programs written as names and comments are shown as the text they are`, async ({
      orma,
    }) => {
      const { eventPath, postPath } = await makePayloadOrma(createApiClient(orma), SCRIPT_PAYLOADS)
      const profile = await mkdtemp(join(tmpdir(), 'orma-profile-'))
      const driver = await engine.open(profile)
      try {
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
      } finally {
        await driver.kill9()
        await rm(profile, { recursive: true, force: true, maxRetries: 5 })
      }
    })
  })
}
