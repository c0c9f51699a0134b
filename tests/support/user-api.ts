import { Registry } from 'prom-client'
import { api as calls } from '../../contract/api.ts'
import type { Database } from '../../server/db/sql.ts'
import { removePost } from '../../server/posts/post-routes.ts'
import { userRoutes } from '../../server/users/user-routes.ts'
import type { UserRoutesOptions } from '../../server/users/user-routes.ts'
import { createSmsReport } from '../../server/users/sms-report.ts'
import type { ClientReply, Person } from './api-client.ts'
import { ANYONE, startOrmaApi } from './orma-api.ts'
import type { OrmaApi } from './orma-api.ts'

export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

export interface UserApi extends OrmaApi {
  /** What `/metrics` tells. */
  metrics: Registry
  /** Asks for a code for this phone, from this address, under this `Idempotency-Key`. */
  start: (phone: unknown, address?: string, key?: string) => Promise<ClientReply>
  verify: (body: unknown, address?: string, key?: string) => Promise<ClientReply>
  lastCode: (phone: string) => string
  /** Asks for a code; resolves with a right guess. */
  requestCode: (phone: string, address?: string) => Promise<Guess>
  signIn: (phone: string, address?: string) => Promise<Person>
}

/** The data of a right code check, with the name and email that a new account needs. */
export interface Guess {
  request_id: string
  phone: string
  code: string
  name: string
  email: string
}

/** The routes of users besides all others, with a test's options. `watch` may wrap their database. */
export async function startUserApi(
  options: Partial<UserRoutesOptions> = {},
  watch: (db: Database) => Database = (db) => db,
): Promise<UserApi> {
  const metrics = new Registry()
  const api = await startOrmaApi(watch, (parts) =>
    userRoutes({
      ...parts,
      smsLimits: { countries: undefined, dailyBudget: 10_000, limitsNumberBlocks: false },
      smsReport: createSmsReport({ ...parts, metrics }),
      siteHost: undefined,
      adminPhones: new Set(),
      rules: ANYONE,
      noSms: undefined,
      secureCookies: false,
      deletePost: (post_id) => removePost(parts, post_id),
      ...options,
    }),
  )

  const userApi: UserApi = {
    ...api,
    metrics,
    start: (phone, address, key) =>
      api.request(calls.startRegistration, { body: { phone }, address, ...withKey(key) }),
    verify: (body, address, key) =>
      api.request(calls.verifyRegistration, { body, address, ...withKey(key) }),
    lastCode: (phone) => api.sentSms.findLast((sms) => sms.phone === phone)!.text.slice(0, 4),
    async requestCode(phone, address) {
      const { body } = await userApi.start(phone, address)
      return {
        request_id: body.request_id,
        phone,
        code: userApi.lastCode(phone),
        name: 'Anna Berg',
        email: 'anna@example.com',
      }
    },
    async signIn(phone, address) {
      const { body } = await userApi.verify(await userApi.requestCode(phone, address), address)
      return body
    },
  }
  return userApi
}

function withKey(key: string | undefined) {
  return key === undefined ? {} : { headers: { 'idempotency-key': key } }
}

/** The same guess with a wrong code. */
export function wrong(guess: Guess): Guess {
  return { ...guess, code: guess.code === '0000' ? '0001' : '0000' }
}
