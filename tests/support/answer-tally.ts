import type { HttpsAnswer } from './https-caller.ts'

/** By status and code; a page of the proxy's own by its beginning. */
export async function outcomeOf(sending: Promise<HttpsAnswer>): Promise<string> {
  try {
    const { status, text, headers } = await sending
    if (status === 200) return '200'
    const { code } = text.startsWith('{') ? JSON.parse(text) : { code: text.slice(0, 60) }
    const retry = headers['retry-after']
    return [status, code, ...(retry ? [`again in ${retry}`] : [])].join(' ')
  } catch (error) {
    return String(error)
  }
}

/** Counts answers by their outcome. */
export function createTally() {
  const counts = new Map<string, number>()
  return {
    counts,
    async add(sending: Promise<HttpsAnswer>) {
      const outcome = await outcomeOf(sending)
      counts.set(outcome, (counts.get(outcome) ?? 0) + 1)
    },
  }
}
