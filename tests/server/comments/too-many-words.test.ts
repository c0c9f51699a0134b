import { beforeEach, describe, expect, it } from 'vitest'
import { api as calls } from '../../../contract/api.ts'
import type { Comment } from '../../../contract/entities.ts'
import { COMMENT_MAX } from '../../../contract/limits.ts'
import { freshOrma } from '../../support/fixtures.ts'
import type { Person } from '../../support/orma-api.ts'

const HEARD = 30

let other: Person
let post_id: number

const { api, guest, event } = freshOrma()
beforeEach(async () => {
  const owner = await api.signUp()
  other = await api.signUp()
  post_id = (await api.addPost(event, owner)).id
})

const params = () => ({ event_hash: event.event_hash, post_id })

function say(content: string, { token }: Person = guest) {
  const body = { content, ...params() }
  return api.request(calls.addComment, { params: params(), token, body })
}

async function comments(): Promise<Comment[]> {
  return (await api.request(calls.listComments, { params: params() })).body.comments
}

describe('X13: one guest', () => {
  it('who posts 1,000 comments a minute is heard 30 times, others as always', async () => {
    const statuses: number[] = []
    let waits = 0
    for (let round = 0; round < 50; round += 1) {
      const replies = await Promise.all(
        Array.from({ length: 20 }, (_, at) => say(`${round}.${at}`)),
      )
      statuses.push(...replies.map(({ status }) => status))
      waits += replies.filter(({ headers }) => Number(headers.get('retry-after')) > 0).length
      if (round % 10 === 0) expect((await say('hello', other)).status).toBe(200)
      api.clock.advance(1_100)
    }
    const heard = statuses.filter((status) => status === 200)
    expect(heard).toHaveLength(HEARD)
    expect(statuses.filter((status) => status === 429)).toHaveLength(1000 - HEARD)
    expect(waits).toBe(1000 - HEARD)
    const mine = (await comments()).filter(({ User }) => User.id === guest.user.id)
    expect(mine).toHaveLength(HEARD)
    api.clock.advance(60_000)
    expect((await say('a minute later')).status).toBe(200)
  })

  it.each([
    ['letters', 'x'],
    ['letters beyond the first 65,536', '👩'],
    ['letters under marks', 'e\u0301\u0323\u0334'],
    ['marks alone', '\u0301'],
    ['turns of the direction', '\u202e'],
    ['signs that are not to be seen', '\u200b'],
  ])('who writes %s may write 200 of them, as code points, and no more', async (_what, sign) => {
    const signs = [...sign.repeat(COMMENT_MAX)]
    // What nobody sees is trimmed at the ends.
    const longest = `.${signs.slice(0, COMMENT_MAX - 2).join('')}.`
    expect([...longest]).toHaveLength(COMMENT_MAX)
    const refused = await say(`${longest}.`)
    expect([refused.status, refused.body.field]).toEqual([400, 'content'])
    expect((await say(longest)).status).toBe(200)
    expect((await comments()).map(({ content }) => content)).toEqual([longest])
  })
})
