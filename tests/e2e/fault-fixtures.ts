import type { BrowserContext, Page } from '@playwright/test'
import { API_BASE, api } from '../../contract/api.ts'
import { endpointPath } from '../../contract/endpoint.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import { addManyPosts } from '../support/many-posts.ts'
import type { Fate } from '../support/gateway.ts'
import type { Venue } from '../support/venue.ts'
import { enter, expect, startParty, test } from './venue-fixtures.ts'
import type { Party } from './venue-fixtures.ts'

export { expect, test }

/** An Orma with a photo of its guest's, and a page on which something is about to go wrong. */
export interface Stage extends Party {
  page: Page
  context: BrowserContext
  venue: Venue
  post_id: number
  /** Signs in on the page: the Orma's owner, or the guest who took its photo. */
  enter: (role: 'owner' | 'guest') => Promise<void>
  /** From now on this call, whatever it is about, meets that fate. */
  fail: (call: Endpoint, fate: Fate) => void
  /** From now on this call is answered with something that is none of the server's answers. */
  answer: (call: Endpoint, answer: { status: number; body: string }) => Promise<void>
}

type Named = Pick<Party, 'event'> & Partial<Pick<Party, 'guest'>>

/** What goes wrong, what is then said, and how it comes to that. */
interface Fault {
  when: string
  says: string
  happen: (stage: Stage) => Promise<unknown>
  /** How what is logged of it begins. */
  logs?: string
  /** Which of the elements with these words is meant. */
  role?: 'alert' | 'alertdialog'
}

/** A test for each of these faults: it is made to happen, and what is said is read on the screen. */
export function testFaults(faults: readonly Fault[]): void {
  for (const { when, says, happen, logs, role } of faults) {
    const title = `${when}: “${says}”${logs ? ', and that is logged' : ''}`
    test(title, async ({ page, context, venue }) => {
      const logged = watchLog(page)
      const stage = await setStage(page, context, venue)
      await happen(stage)
      const said = page.getByText(says, { exact: true })
      await expect(role ? page.getByRole(role).filter({ has: said }) : said).toBeVisible()
      if (logs) await expectLogged(logged, logs, stage)
    })
  }
}

/** What the page writes to its console as errors, from now on. */
export function watchLog(page: Page): string[] {
  const logged: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') logged.push(message.text())
  })
  return logged
}

/** Waits until something that begins so is logged: without names, addresses and people's own words. */
export async function expectLogged(logged: string[], begins: string, { event, guest }: Named) {
  await expect.poll(() => logged.some((line) => line.startsWith(begins))).toBe(true)
  const ours = logged.filter((line) => line.startsWith(begins)).join('\n')
  for (const secret of [event.event_hash, event.name, guest?.user.name ?? 'Grace', 'Lovely', '/']) {
    expect(ours).not.toContain(secret)
  }
}

/** An Orma with a photo, and a page that is not opened yet. */
export async function setStage(page: Page, context: BrowserContext, venue: Venue): Promise<Stage> {
  const party = await startParty(venue)
  const { event, owner, guest } = party
  addManyPosts(venue.orma, event, guest, 1)
  const params = { event_hash: event.event_hash, page: 1 }
  const { body: posts } = await venue.client.call(api.listPosts, { params })
  const fates: [isCall: (method: string, path: string) => boolean, fate: Fate][] = []
  return {
    ...party,
    page,
    context,
    venue,
    post_id: posts[0].id,
    enter: (role) => enter(context, role === 'owner' ? owner : guest),
    fail(call, fate) {
      const path = pathPattern(call)
      fates.push([(method, asked) => method === call.method && path.test(asked), fate])
      venue.gateway.judge(
        ({ method, path: asked }) => fates.find(([isIt]) => isIt(method, asked))?.[1] ?? 'pass',
      )
    },
    async answer(call, { status, body }) {
      const path = pathPattern(call)
      await page.route(
        ({ pathname }) => path.test(pathname),
        (route) =>
          route.request().method() === call.method
            ? route.fulfill({ status, body, contentType: 'application/json' })
            : route.fallback(),
      )
    },
  }
}

/** Every address that a call can have. */
function pathPattern(call: Endpoint): RegExp {
  const names = [...call.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, '_'] as const)
  const path = endpointPath(call, Object.fromEntries(names))
  return new RegExp(`^${API_BASE}${path.replaceAll('_', '[^/]+')}$`)
}
