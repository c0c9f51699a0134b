import type { Page, Route } from '@playwright/test'
import { test } from './venue-fixtures.ts'

export type Answer = (route: Route) => Promise<void>

/** A row: what is answered, and what is then said, the quieter sentence last. */
type Row = readonly [when: string, answer: Answer, ...says: string[]]

export const json = (status: number, body: unknown): Answer => {
  return (route) => route.fulfill({ status, json: body })
}
export const refusal = (status: number, error: string, code = 'some_code') =>
  json(status, { success: false, error, code })
export const foreign = (status: number, body: string): Answer => {
  return (route) => route.fulfill({ status, body, contentType: 'text/html' })
}
export const PAGE = '<html><h1>Bad gateway</h1></html>'
export const nobody: Answer = (route) => route.abort('connectionreset')

/** Has a call answered by each row in turn, and looks that the page says what it should. */
export async function meet(
  page: Page,
  call: RegExp,
  rows: readonly Row[],
  { ask, look }: { ask: () => Promise<unknown>; look: (says: string) => Promise<unknown> },
): Promise<void> {
  let answer: Answer = nobody
  await page.route(call, (route) => answer(route))
  for (const [when, row, ...says] of rows) {
    await test.step(when, async () => {
      answer = row
      const answered = page.waitForEvent('requestfinished', (request) => call.test(request.url()))
      const failed = page.waitForEvent('requestfailed', (request) => call.test(request.url()))
      const over = Promise.race([answered, failed])
      await ask()
      await over
      for (const words of says) await look(words)
    })
  }
}
