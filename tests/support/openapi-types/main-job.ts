import { setTimeout as wait } from 'node:timers/promises'
import createClient from 'openapi-fetch'
// Generated from the server's own description by the test that runs this.
import type { components, paths } from './orma-api.d.ts'

type Post = components['schemas']['Post']

interface MainJob {
  url: string
  phone: string
  codeFor: (phone: string) => Promise<string>
  photo: Uint8Array<ArrayBuffer>
  key: string
}

const PROCESSING_DEADLINE_MS = 60_000
const LOOK_AGAIN_MS = 100

/** Uses the API by its description alone: from signing in to deleting its photo. */
export async function doMainJob({ url, phone, codeFor, photo, key }: MainJob) {
  const client = createClient<paths>({ baseUrl: `${url}/api` })
  const started = await client.POST('/users/register/start', { body: { phone } })
  const { request_id } = told(started)
  const person = { name: 'Foreign Client', email: 'client@example.com' }
  const body = { phone, request_id, code: await codeFor(phone), ...person }
  const { token, user } = told(await client.POST('/users/register/verify', { body }))
  client.use({
    onRequest: ({ request }) => request.headers.set('authorization', token),
  })

  const made = await client.POST('/events', {
    body: { name: 'Described', event_date: new Date().toISOString().slice(0, 10) },
    bodySerializer: toForm,
  })
  const { event_hash } = told(made).event
  const upload = () =>
    client.POST('/events/{event_hash}/upload', {
      params: { path: { event_hash }, header: { 'Idempotency-Key': key } },
      body: {
        image: new Blob([photo]),
        description: '1',
        original_date: '2026-06-20T18:30:00+02:00',
        timezone: 'Europe/Paris',
      },
      bodySerializer: toForm,
    })
  const first = await upload()
  const again = await upload()
  const post_id = told(first).post?.id ?? 0

  const path = { event_hash, post_id }
  const post = await whenShown(async () => {
    return told(await client.GET('/events/{event_hash}/post/{post_id}', { params: { path } })).post
  })
  const feed = told(
    await client.GET('/events/{event_hash}/posts/{page}', {
      params: { path: { event_hash, page: 1 } },
    }),
  )
  const deleted = await client.DELETE('/events/{event_hash}/post/{post_id}', { params: { path } })
  const gone = await client.GET('/events/{event_hash}/post/{post_id}', { params: { path } })
  return {
    user,
    statuses: [first, again, deleted, gone].map(({ response }) => response.status),
    ids: [told(first).post?.id, told(again).post?.id],
    post,
    feed,
    refusal: gone.error?.code,
  }
}

/** The data of a successful answer. */
function told<Data>({
  data,
  error,
}: {
  data?: Data
  error?: { code: string; error: string }
}): Data {
  if (data === undefined) throw new Error(`refused: ${error?.code} ${error?.error}`)
  return data
}

function toForm(fields: Readonly<Record<string, unknown>>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) {
    form.set(name, value instanceof Blob ? value : String(value))
  }
  return form
}

async function whenShown(read: () => Promise<Post>): Promise<Post> {
  const deadline = Date.now() + PROCESSING_DEADLINE_MS
  for (;;) {
    const post = await read()
    if (post.status === 'COMPLETED') return post
    if (Date.now() > deadline) throw new Error(`post ${post.id} is ${post.status}`)
    await wait(LOOK_AGAIN_MS)
  }
}
