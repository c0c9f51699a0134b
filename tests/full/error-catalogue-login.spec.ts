import { api } from '../../contract/api.ts'
import { texts } from '../../contract/texts.ts'
import { WITHOUT_WORKER } from '../support/browser-options.ts'
import { expect, test, testFaults } from '../e2e/fault-fixtures.ts'
import type { Stage } from '../e2e/fault-fixtures.ts'
import { enter } from '../e2e/venue-fixtures.ts'

// Section 8 of the specification, row by row: session, sign-in and profile.

const PORTAL = '<html>Welcome to our Wi-Fi</html>'

async function rename({ page }: Stage) {
  await page.getByRole('button', { name: texts.profile.changeName }).click()
  await page.getByPlaceholder(texts.profile.newNamePlaceholder).fill('Grace Renamed')
  await page.getByRole('button', { name: texts.profile.updateName }).click()
}

/** Opens a page for signed-in users with a token on the device. */
async function openProfile(stage: Stage) {
  await stage.enter('guest')
  await stage.page.goto('/profile')
}

test.use(WITHOUT_WORKER)

test.describe('the session check', () => {
  testFaults([
    {
      // Specification: 4.1, 8.1
      when: 'the server does not know the token any more',
      says: texts.session.invalid,
      role: 'alert',
      async happen(stage) {
        await stage.venue.client.call(api.logout, { token: stage.guest.token })
        await openProfile(stage)
      },
    },
    {
      // Specification: 8.1
      when: 'the session check is answered with a failure',
      says: texts.session.invalid,
      role: 'alert',
      async happen(stage) {
        stage.fail(api.verifySession, { status: 500 })
        await openProfile(stage)
      },
    },
    {
      // Specification: 8.2
      when: 'the session check is answered without a user',
      says: texts.session.invalid,
      role: 'alert',
      async happen(stage) {
        await stage.answer(api.verifySession, { status: 200, body: '{}' })
        await openProfile(stage)
      },
    },
    {
      // Specification: 8.3
      when: 'the session check throws, with its message',
      says: 'Failed to fetch',
      role: 'alert',
      async happen(stage) {
        stage.fail(api.verifySession, 'reset-before')
        await openProfile(stage)
      },
    },
    {
      // Specification: 8.4
      when: 'a screen cannot be loaded, which has no message of its own',
      says: texts.session.failed,
      async happen({ page }) {
        await page.goto('/')
        await expect(page.getByText(texts.home.empty)).toBeVisible()
        // Whether the server has it at all is asked then, which it has.
        await page.route(/assets\/later-/, (route) =>
          route.request().method() === 'HEAD' ? route.continue() : route.abort(),
        )
        await page.evaluate(() => history.pushState({}, '', '/getapp'))
        await page.goBack()
        await page.goForward()
      },
    },
  ])

  test('a captive portal’s 401 signs nobody out', async ({ page, context, guest }) => {
    await enter(context, guest)
    await page.goto('/profile')
    await expect(page.getByText(guest.user.name ?? '')).toBeVisible()
    await page.route('**/api/**', (route) => route.fulfill({ status: 401, body: PORTAL }))
    const answered = page.waitForResponse(/users\/verify/)
    await page.reload()
    await answered
    await expect(page.getByText(guest.user.name ?? '')).toBeVisible()
    expect(await page.evaluate(() => document.cookie)).toContain(guest.token)
  })
})

test.describe('the profile', () => {
  testFaults([
    {
      // Specification: 5.9, 8.13
      when: 'a name is changed with a token that is none any more',
      says: texts.profile.invalidToken,
      async happen(stage) {
        await openProfile(stage)
        await expect(stage.page.getByText(texts.profile.changeName)).toBeVisible()
        await stage.venue.client.call(api.logout, { token: stage.guest.token })
        // What is said must not depend on how fast the session is found to have ended.
        stage.fail(api.verifySession, { status: 500 })
        await rename(stage)
      },
    },
    {
      // Specification: 8.15
      when: 'one’s own Ormas cannot be loaded',
      says: texts.home.empty,
      logs: 'One’s own Ormas could not be loaded: 500',
      async happen({ page, fail, enter }) {
        fail(api.listOwnEvents, { status: 500 })
        await enter('guest')
        await page.goto('/')
        await expect(page.getByText(texts.home.welcome('Grace Hopper'))).toBeVisible()
      },
    },
  ])
})
