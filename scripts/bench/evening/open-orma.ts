import { api } from '../../../contract/api.ts'
import { FIRST_PAGE } from '../../../contract/limits.ts'
import type { Line } from './line.ts'
import type { EveningOptions } from './options.ts'
import type { SignIn } from './sign-in.ts'

const HOST = 'Evening host'

/**
 * The Orma of the link that was given, or a new one, whose owner is the first who signs in; and its newest post, 0 for none. Rejects
 * where codes do not come: somebody tries that before hundreds of guests do, whose codes may be real messages.
 */
export async function openOrma(
  line: Line,
  signIn: SignIn,
  { event_hash: given, seed, codes }: Pick<EveningOptions, 'event_hash' | 'seed' | 'codes'>,
): Promise<{ event_hash: string; newestBefore: number }> {
  if (given && codes) await signIn(line, HOST)
  const event_hash = given ?? (await createOrma(line, signIn, seed))
  const params = { event_hash, page: FIRST_PAGE }
  const feed = await line.call('feed', api.listPosts, { params })
  return { event_hash, newestBefore: Math.max(0, ...feed.map(({ id }) => id)) }
}

async function createOrma(line: Line, signIn: SignIn, seed: number): Promise<string> {
  const owner = await signIn(line, HOST)
  const form = new FormData()
  form.set('name', `Evening ${seed}`)
  form.set('event_date', new Date().toISOString().slice(0, 10))
  const { event } = await line.call('create', api.createEvent, { form, token: owner?.token })
  return event.event_hash
}
