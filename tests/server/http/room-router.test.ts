import { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import { RoomRouter } from '../../../server/http/room-router.ts'

const app = new Hono({ router: new RoomRouter() })
app.use(async (c, next) => {
  await next()
  c.res.headers.set('passed', 'yes')
})
const asked = (path: string) =>
  app.on(['GET', 'POST'], path, (c) => c.json({ path, ...c.req.param() }))
for (const path of [
  '/',
  '/api/posts/like',
  '/api/posts/:id',
  '/api/:word/:id/comments',
  '/media/:name{[0-9]+}/film.mp4',
  '/media/:name/:file',
  '/:event/manifest',
]) {
  asked(path)
}
app.all('/api/*', (c) => c.text('no call', 404))
app.get('*', (c) => c.text('page'))

const answer = async (path: string, method = 'GET') => {
  const response = await app.request(path, { method })
  const { status, headers } = response
  return [status, await response.text(), headers.get('passed')]
}
const found = (path: string, params: object = {}) => [
  200,
  JSON.stringify({ path, ...params }),
  'yes',
]

describe('RoomRouter', () => {
  it.each([
    ['/', found('/')],
    ['/api/posts/like', found('/api/posts/like')],
    ['/api/posts/7', found('/api/posts/:id', { id: '7' })],
    ['/api/posts/7/comments', found('/api/:word/:id/comments', { word: 'posts', id: '7' })],
    ['/media/1/film.mp4', found('/media/:name{[0-9]+}/film.mp4', { name: '1' })],
    ['/media/x/film.mp4', found('/media/:name/:file', { name: 'x', file: 'film.mp4' })],
    ['/party/manifest', found('/:event/manifest', { event: 'party' })],
    ['/api/nothing', [404, 'no call', 'yes']],
    ['/api', [404, 'no call', 'yes']],
    ['/party', [200, 'page', 'yes']],
    ['/party/of/two', [200, 'page', 'yes']],
  ])('has GET %s answered as Hono does by itself', async (path, expected) => {
    expect(await answer(path)).toEqual(expected)
  })

  it('tells methods apart', async () => {
    expect(await answer('/api/posts/like', 'POST')).toEqual(found('/api/posts/like'))
    expect(await answer('/api/posts/like', 'DELETE')).toEqual([404, 'no call', 'yes'])
    expect(await answer('/party', 'POST')).toEqual([404, '404 Not Found', 'yes'])
  })

  it('takes a first word of its own for no parameter', async () => {
    expect(await answer('/media/manifest')).toEqual([200, 'page', 'yes'])
  })
})
