import { afterEach, beforeEach, expect, it } from 'vitest'
import { api as calls } from '../../../contract/api.ts'
import { needServer, settingsOf } from '../../support/database-places.ts'
import { runProgram } from '../../support/failed-start.ts'
import { startOrmaApi } from '../../support/orma-api.ts'
import type { OrmaApi } from '../../support/orma-api.ts'

needServer()

let api: OrmaApi
beforeEach(async () => {
  const rules = { creators: 'invited', operatorContact: undefined } as const
  api = await startOrmaApi(undefined, undefined, { rules })
})
afterEach(() => api.close())

const invite = (...options: string[]) => inviteFrom('https://orma.example', ...options)
const inviteFrom = (PUBLIC_URL: string, ...options: string[]) =>
  runProgram(['server/commands/invite.ts', ...options], {
    ...settingsOf(api.databaseAddress, api.folder),
    PUBLIC_URL,
    CREATE_ORMAS: 'invited',
  })

it('`npm run invite` prints a link that lets people create Ormas', async () => {
  const { out, error } = await invite('--uses=2', '--days=30')
  expect(error).toBe('')
  const link = /^https:\/\/orma\.example\/create\/orma#([\w-]{43})\n(.*)\n$/.exec(out)
  expect(link?.[2]).toBe('It lets 2 people create Ormas, and is good for 30 days.')
  const { token } = await api.signUp()
  const followed = await api.request(calls.becomeCreator, { token, body: { token: link?.[1] } })
  expect(followed.body).toEqual({ mayCreate: true, contact: null })
})

it('`npm run invite` says that its link lacks the address of the site', async () => {
  const { out } = await inviteFrom('')
  expect(out).toMatch(/^http:\/\/localhost:.+\n.+ PUBLIC_URL is not set: .+\n$/)
})

it('`npm run invite` refuses a count that cannot be', async () => {
  const { code, error } = await invite('--uses=0')
  expect([code, error]).toEqual([1, expect.stringMatching(/^Say how many people it is for/)])
})
