import { setTimeout as wait } from 'node:timers/promises'
import { createApiClient } from '../../tests/support/api-client.ts'
import { addPostRows } from '../../tests/support/many-posts.ts'
import { startOrma } from '../../tests/support/orma-server.ts'
import { feedUrl } from './feed-url.ts'
import { latencies, quantile } from './http-load.ts'

const POSTS = 100
/** Until the code of a server just started is compiled. */
const WARM_UP_MS = 5_000
const REST_MS = 10_000

/**
 * Milliseconds that the slowest of a hundred answers of the server takes during a task beside it, and as `limit` at rest: page 1
 * of a feed, asked for without a pause.
 */
export async function answersDuring(
  task: () => Promise<void>,
): Promise<{ measured: number; limit: number }> {
  const orma = await startOrma()
  try {
    const client = createApiClient(orma)
    const owner = await client.signUp('Olga')
    const event = await client.createOrma(owner)
    addPostRows(orma, event, owner, POSTS)
    const slowest = async (work: Promise<void>) => {
      let isOver = false
      const over = work.finally(() => (isOver = true))
      const times = await latencies(feedUrl(orma, event), () => !isOver)
      await over
      return quantile(times, 0.99)
    }
    await slowest(wait(WARM_UP_MS))
    const limit = await slowest(wait(REST_MS))
    return { measured: await slowest(task()), limit }
  } finally {
    await orma.close()
  }
}
