import { beforeEach, expect, it } from 'vitest'
import { sql } from '../../../server/db/sql.ts'
import { createEventAccess } from '../../../server/events/require-event.ts'
import { firstPageParts } from '../../../server/posts/first-page.ts'
import { freshOrma } from '../../support/fixtures.ts'
import { VIDEO_LIMITS } from '../../support/orma-api.ts'

const { api, owner, event } = freshOrma()
beforeEach(async () => {
  await api.addPost(event, owner)
})

const read = () => {
  const asked = { pathname: `/${event.event_hash}`, address: '192.0.2.1', headers: new Headers() }
  return firstPageParts(
    { ...api, videoLimits: VIDEO_LIMITS, access: createEventAccess(api) },
    asked,
  )
}

it('asks who reads its preview to add photos while guests can', async () => {
  const described = async () => (await read()).description
  expect(await described()).toMatch(/1 photo\. Open it to see them all and to add yours\.$/)
  await api.db.run(sql`update events set uploads_closed = 1`)
  expect(await described()).toMatch(/1 photo\. Open it to see them all\.$/)
})
