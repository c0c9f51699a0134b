import { api } from '../../contract/api.ts'
import { PAGE_SIZE } from '../../contract/limits.ts'
import { texts } from '../../contract/texts.ts'
import { WITHOUT_WORKER } from '../support/browser-options.ts'
import { addManyPosts } from '../support/many-posts.ts'
import { expect, test, testFaults } from '../e2e/fault-fixtures.ts'
import type { Stage } from '../e2e/fault-fixtures.ts'
import { choose, gallery, uploadNow } from '../e2e/venue-fixtures.ts'

// Section 8 of the specification, row by row: Ormas, the big screen and uploads.

const LIMIT = 3

/** Comes to the Orma from home, where the server has not told of it yet. */
async function openFromHome(stage: Stage) {
  await stage.enter('owner')
  await stage.page.goto('/')
  await stage.page.getByRole('link', { name: stage.event.name }).click()
}

/** Scrolls down a list whose second page cannot be had. */
async function scrollOn({ page, venue, event, guest }: Stage, path: string) {
  addManyPosts(venue.orma, event, guest, PAGE_SIZE * 2)
  // In the server's own words: without them it counts as silence, and each list says that it waits for the network.
  const json = { success: false, error: texts.server.tooManyRequests, code: 'too_many_requests' }
  await page.route(/^[^?]+\/2\?after=/, (route) => route.fulfill({ status: 429, json }))
  await page.goto(`/${event.event_hash}${path}`)
  await page.mouse.move(700, 500)
  await expect(async () => {
    await page.mouse.wheel(0, 4000)
    const retry = page.getByRole('button', { name: texts.common.retry })
    await expect(retry).toBeInViewport({ timeout: 1_000 })
  }).toPass()
}

async function openUpload(stage: Stage, photos: number) {
  await stage.enter('guest')
  await stage.page.goto(`/${stage.event.event_hash}/upload`)
  await choose(stage.page, await gallery(photos))
}

test.use({ ...WITHOUT_WORKER, settings: { EVENT_UPLOAD_LIMIT: String(LIMIT) } })
// In one process, which starts its server once.
test.describe.configure({ mode: 'default' })

test.describe('the highlights of a day', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  testFaults([
    {
      when: 'there are none of that day',
      says: texts.highlights.none,
      happen: ({ page, event }) => page.goto(`/${event.event_hash}/highlights/2020-01-01`),
    },
    {
      // Specification: 8.24
      when: 'a film cannot even be asked for',
      says: texts.highlights.renderNotAsked,
      async happen({ enter, page, event }) {
        await enter('owner')
        // As where a browser lacks what a request is made with.
        await page.addInitScript(() => {
          addEventListener('keydown', () => Reflect.deleteProperty(AbortSignal, 'timeout'))
        })
        await page.goto(`/${event.event_hash}/highlights/2026-06-14`)
        await page.getByRole('button', { name: texts.highlights.download }).press('Enter')
      },
    },
  ])
})

test.describe('an Orma', () => {
  testFaults([
    {
      // Specification: 2.55
      when: 'there is no such Orma',
      says: texts.event.gone,
      happen: ({ page }) => page.goto(`/${'A'.repeat(22)}`),
    },
    {
      // Specification: 2.55, 4.7, 8.33
      when: 'the Orma cannot be loaded',
      says: texts.event.loadFailed,
      async happen(stage) {
        stage.fail(api.getEvent, { status: 500 })
        await openFromHome(stage)
      },
    },
    {
      // Specification: 2.54, 8.18, 8.32
      when: 'its feed cannot be loaded',
      says: texts.feed.failed,
      async happen(stage) {
        stage.fail(api.listPosts, { status: 500 })
        await openFromHome(stage)
      },
    },
    {
      // Specification: 2.53
      when: 'there is no post in it',
      says: texts.feed.empty,
      async happen(stage) {
        const { event, post_id, owner } = stage
        const params = { event_hash: event.event_hash, post_id }
        await stage.venue.client.call(api.deletePost, { params, token: owner.token })
        await stage.page.goto(`/${event.event_hash}`)
      },
    },
  ])
})

test.describe('the big screen', () => {
  test.use({ viewport: { width: 1440, height: 900 } })

  testFaults([
    {
      // Specification: 2.95
      when: 'the photos to select from cannot be loaded',
      says: texts.feed.failed,
      async happen({ page, event, fail }) {
        fail(api.listPosts, { status: 500 })
        await page.goto(`/${event.event_hash}/slideshow/select_img_slideshow`)
      },
    },
    {
      // Specification: 8.43
      when: 'the screen cannot be filled, which is only logged',
      says: texts.slideshow.scanToAdd,
      async happen({ page, event }) {
        await page.addInitScript(() => {
          Element.prototype.requestFullscreen = () => Promise.reject(new TypeError('not here'))
        })
        await page.goto(`/${event.event_hash}/slideshow`)
        const logged = page.waitForEvent('console', (message) =>
          message.text().includes('not here'),
        )
        await page.getByRole('button', { name: texts.slideshow.start }).click()
        await logged
      },
    },
  ])
})

test.describe('the next page', () => {
  test.use({ viewport: { width: 1440, height: 900 } })

  testFaults([
    {
      when: 'a feed cannot be loaded on',
      says: texts.feed.failed,
      role: 'alert',
      happen: (stage) => scrollOn(stage, ''),
    },
    {
      when: 'an hour cannot be loaded on',
      says: texts.feed.failed,
      role: 'alert',
      happen: (stage) => scrollOn(stage, '/timeslot/2026-06-14T20'),
    },
    {
      when: 'the photos to select from cannot be loaded on',
      says: texts.feed.failed,
      role: 'alert',
      happen: (stage) => scrollOn(stage, '/slideshow/select_img_slideshow'),
    },
    {
      when: 'the posts after one cannot be loaded on',
      says: texts.post.loadFailed,
      role: 'alert',
      happen: (stage) => scrollOn(stage, `/post/${stage.post_id}`),
    },
  ])
})

test.describe('an upload', () => {
  testFaults([
    {
      // Specification: 5.13, 8.31
      when: 'photos are uploaded by a guest',
      says: texts.upload.mustVerify,
      role: 'alertdialog',
      async happen({ page, event }) {
        await page.goto(`/${event.event_hash}/upload`)
        await choose(page, await gallery(1))
        await uploadNow(page)
      },
    },
    {
      // Specification: 8.29
      when: 'the limit is reached while photos go up',
      says: texts.upload.limitReached,
      role: 'alertdialog',
      async happen(stage) {
        await openUpload(stage, LIMIT)
        await uploadNow(stage.page)
      },
    },
    {
      // Specification: 8.29
      when: 'the limit is reached before photos are chosen',
      says: texts.upload.limitReached,
      role: 'alertdialog',
      async happen(stage) {
        const { venue, event, guest, page } = stage
        for (const photo of await gallery(LIMIT - 1)) {
          await venue.client.upload(event, guest, photo.bytes)
        }
        await stage.enter('guest')
        await page.goto(`/${event.event_hash}/upload`)
        await page.getByText(texts.upload.choose).click()
      },
    },
    {
      // Specification: 7.22
      when: 'others reach the limit while one has yet to choose',
      says: texts.upload.limitReached,
      role: 'alertdialog',
      async happen(stage) {
        const { page, venue, event, guest, owner } = stage
        await stage.enter('guest')
        await page.goto(`/${event.event_hash}/upload`)
        const chooser = page.waitForEvent('filechooser')
        const again = page.waitForResponse(/checkLimit/)
        await page.getByText(texts.upload.choose).click()
        await again
        await (await chooser).setFiles([])
        const photos = await gallery(LIMIT - 1)
        await venue.client.upload(event, guest, photos[0]!.bytes)
        await venue.client.upload(event, owner, photos[1]!.bytes)
        await page.getByText(texts.upload.choose).click()
      },
    },
    {
      // Specification: 8.30
      when: 'a photo is refused for a reason that has no words of its own',
      says: texts.upload.failed,
      async happen(stage) {
        stage.fail(api.uploadPhoto, { status: 422 })
        await openUpload(stage, 1)
        await uploadNow(stage.page)
      },
    },
  ])
})
