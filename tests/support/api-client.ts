import { randomInt, randomUUID } from 'node:crypto'
import { API_BASE, api } from '../../contract/api.ts'
import { endpointPath } from '../../contract/endpoint.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import type { Event, Post, User } from '../../contract/entities.ts'
import { requireDescribed } from './described.ts'
import type { OrmaServer } from './orma-server.ts'

export interface Person {
  user: User
  token: string
}

/** Status, headers and the parsed body (undefined where there is none) of an answer. */
export interface ClientReply {
  status: number
  headers: Headers
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into answers of any shape
  body: any
}

export interface ClientOptions {
  params?: Record<string, string | number>
  query?: Record<string, string>
  json?: unknown
  form?: FormData
  token?: string
  key?: string
  signal?: AbortSignal | null
}

/** A client over HTTP that uses only the contract, as another program would. */
export interface ApiClient {
  call: (endpoint: Endpoint, options?: ClientOptions) => Promise<ClientReply>
  /** A new user, signed in by the code that the server has printed. */
  signUp: (name: string) => Promise<Person>
  /** Another token of a user, as on another device. */
  signInAgain: (person: Person) => Promise<Person>
  createOrma: (owner: Pick<Person, 'token'>, fields?: Record<string, string>) => Promise<Event>
  /** Changes settings and pictures of an Orma. */
  changeOrma: (
    event: Pick<Event, 'event_hash'>,
    owner: Pick<Person, 'token'>,
    fields: Record<string, string | Blob>,
  ) => Promise<ClientReply>
  upload: (
    event: Event,
    author: Person,
    photo: Uint8Array,
    /** `filename` and `type`: what is said of the file. */
    options?: { key?: string; fields?: Record<string, string>; filename?: string; type?: string },
  ) => Promise<ClientReply>
  /** Uploads a photo; resolves with its post once that has its end state. */
  addPhoto: (...upload: Parameters<ApiClient['upload']>) => Promise<Post>
  /** Waits until a post has its end state. */
  whenProcessed: (event: Event, author: Person, post_id: number) => Promise<Post>
}

const PROCESSING_DEADLINE_MS = 120_000
const LOOK_AGAIN_MS = 100

export function createApiClient(orma: Pick<OrmaServer, 'url' | 'codeFor'>): ApiClient {
  const client: ApiClient = {
    async call(endpoint, { params, query, json, form, token, key, signal = null } = {}) {
      const search = query ? `?${new URLSearchParams(query)}` : ''
      const response = await fetch(orma.url + API_BASE + endpointPath(endpoint, params) + search, {
        method: endpoint.method,
        headers: {
          ...(token === undefined ? {} : { authorization: token }),
          ...(key === undefined ? {} : { 'idempotency-key': key }),
          ...(json === undefined ? {} : { 'content-type': 'application/json' }),
        },
        signal,
        ...(json === undefined && !form ? {} : { body: form ?? JSON.stringify(json) }),
      })
      const text = await response.text()
      const body: unknown = text === '' ? undefined : JSON.parse(text)
      requireDescribed(endpoint, response.status, body)
      return { status: response.status, headers: response.headers, body }
    },

    async signUp(name) {
      const phone = `1555${randomInt(1e7).toString().padStart(7, '0')}`
      const { body: started } = await client.call(api.startRegistration, { json: { phone } })
      const code = await orma.codeFor(phone)
      const json = { code, phone, request_id: started.request_id, name, email: 'a@example.com' }
      const { body } = await client.call(api.verifyRegistration, { json })
      return body as Person
    },

    async signInAgain({ user: { phone } }) {
      const { body: started } = await client.call(api.startRegistration, { json: { phone } })
      const code = await orma.codeFor(phone)
      const json = { code, phone, request_id: started.request_id }
      const { body } = await client.call(api.verifyRegistration, { json })
      return body as Person
    },

    async createOrma({ token }, fields = {}) {
      const today = new Date().toISOString().slice(0, 10)
      const form = toForm({ name: 'Anna & Ben', event_date: today, ...fields })
      const { body } = await client.call(api.createEvent, { token, form })
      return body.event as Event
    },

    changeOrma: ({ event_hash }, { token }, fields) =>
      client.call(api.updateEvent, { params: { event_hash }, token, form: toForm(fields) }),

    upload({ event_hash }, { token }, photo, options = {}) {
      const { key = randomUUID(), fields, filename = 'photo.jpg', type = 'image/jpeg' } = options
      const form = toForm({
        description: '1',
        original_date: '2026-06-20T18:30:00+02:00',
        timezone: 'Europe/Paris',
        ...fields,
      })
      form.set('image', new Blob([new Uint8Array(photo)], { type }), filename)
      return client.call(api.uploadPhoto, { params: { event_hash }, token, form, key })
    },

    async addPhoto(event, author, ...photo) {
      const { status, body } = await client.upload(event, author, ...photo)
      if (!body.post) throw new Error(`no post: ${status} ${JSON.stringify(body)}`)
      return client.whenProcessed(event, author, body.post.id)
    },

    async whenProcessed({ event_hash }, { token }, post_id) {
      const deadline = Date.now() + PROCESSING_DEADLINE_MS
      for (;;) {
        const { body } = await client.call(api.getPost, { params: { event_hash, post_id }, token })
        const post = body.post as Post | undefined
        const isSmall =
          post?.image_url && post.image_url.split('?')[0] === post.compressed_url?.split('?')[0]
        if (post?.status !== 'READYFORPROCESSING' && !isSmall) return post as Post
        if (Date.now() > deadline) throw new Error(`post ${post_id} is still being processed`)
        await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS))
      }
    },
  }
  return client
}

export function toForm(fields: Readonly<Record<string, string | Blob>>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return form
}
