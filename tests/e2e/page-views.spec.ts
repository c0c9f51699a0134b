import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test } from '@playwright/test'
import { texts } from '../../contract/texts.ts'
import { createApiClient } from '../support/api-client.ts'
import { startOrma } from '../support/orma-server.ts'
import { buildRelease } from '../support/release.ts'

interface PageView {
  body: string
  headers: IncomingHttpHeaders
}

/** A counter of page views on a host of its own. */
async function startCounter() {
  const views: PageView[] = []
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      views.push({ body, headers: request.headers })
      response.end()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { views, address: `http://127.0.0.1:${port}/views`, close: () => server.close() }
}

// That a build without the setting calls no other host is held by the fixtures of every other browser test.
test('each change of route is told to the configured address, as a pattern that names nobody', async ({
  page,
}) => {
  const counter = await startCounter()
  const release = await buildRelease('counted', { VITE_ANALYTICS_URL: counter.address })
  const orma = await startOrma()
  const client = createApiClient(orma)
  const { event_hash } = await client.createOrma(await client.signUp('Ada Lovelace'))
  await orma.restart({ root: release.root })
  const opened = () => counter.views.map(({ body }) => body)
  const expected: string[] = []
  const expectView = async (path: string) => {
    expected.push(JSON.stringify({ path }))
    await expect.poll(opened).toEqual(expected)
  }

  await page.goto(`${orma.url}/${event_hash}`)
  await expectView('/{event_hash}')
  await page.getByRole('link', { name: 'Reel' }).click()
  await expect(page).toHaveURL(/#timeline$/)
  await page.getByRole('link', { name: texts.event.upload }).click()
  await expectView('/{event_hash}/login')
  await page.goBack()
  await expectView('/{event_hash}')
  await page.goto(
    `${orma.url}/login/verify=true&name=true&request_id=r1&phone=12135550187&email=true`,
  )
  await expectView('/login/{option}')
  await page.goto(`${orma.url}/profile`)
  await expectView('/login')
  await page.goto(`${orma.url}/nowhere`)
  await expectView('/404')
  await page.goto(`${orma.url}/nowhere/at/all`)
  await expectView('/404')

  const sent = JSON.stringify(counter.views)
  for (const secret of [event_hash, '12135550187', 'request_id', 'cookie', 'referer']) {
    expect(sent).not.toContain(secret)
  }
  await orma.close()
  await release.remove()
  counter.close()
})
