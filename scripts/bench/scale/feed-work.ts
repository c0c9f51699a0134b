import { Agent } from 'node:http'
import type { Event, Post } from '../../../contract/entities.ts'
import { askPaced } from '../evening/paced-request.ts'
import { feedUrl } from '../feed-url.ts'
import { connectTo } from '../http-load.ts'
import { cpuMs } from '../process-use.ts'
import { startBare } from '../server-figures.ts'
import type { Installation } from './installation.ts'
import { measure } from './measured.ts'
import type { Measured } from './measured.ts'

const LANES = 16
const WARM_UP = 3_000
const ASKED = 4_000
const READ = 1_000

/** The feed's first page, which is held in memory, other pages, each asked for the first time, and page 1's bytes from bare node:http. */
export async function feedWork(
  installation: Installation,
  event: Event,
  size: number,
): Promise<Measured[]> {
  const [first] = installation.servers
  if (!first) return []
  const headers = { 'accept-encoding': 'identity' }
  const answer = await fetch(feedUrl(first, event), { headers })
  const body = await answer.text()
  const posts = JSON.parse(body) as Post[]
  const agent = new Agent({ keepAlive: true })
  const signal = new AbortController().signal
  /** Pages lie in memory once they were asked for: each begins after another post. */
  const otherPage = async (number: number) => {
    const server = installation.servers[number % installation.servers.length] ?? first
    const after = (posts[0]?.id ?? 0) - number
    const url = `${feedUrl(server, event, 2)}?after=${after}`
    const { status } = await askPaced(url, { headers }, { agent, signal })
    if (status !== 200) throw new Error(`${url} answered ${status}`)
  }
  const pages = installation.servers.map((server) => feedUrl(server, event))
  const bare = await startBare(body, answer.headers)
  const bareCost = { cpu: async () => ({ servers: cpuMs([bare.pid]), database: 0 }) }
  try {
    return [
      await ask(installation, 'feed, page 1', pages),
      await measure(installation, {
        what: 'feed, a page that nobody asked for yet',
        count: Math.min(size, READ),
        lanes: LANES,
        one: otherPage,
      }),
      await ask(bareCost, 'bare node:http, the bytes of page 1', [bare.url]),
    ]
  } finally {
    bare.stop()
    agent.destroy()
  }
}

async function ask(
  installation: Pick<Installation, 'cpu'>,
  what: string,
  urls: readonly string[],
): Promise<Measured> {
  const connections = await Promise.all(
    Array.from({ length: LANES }, (_, lane) => connectTo(urls[lane % urls.length] ?? '')),
  )
  const one = async (_: number, lane: number) => connections[lane]?.ask()
  await measure(undefined, { what, count: WARM_UP, lanes: LANES, one })
  const measured = await measure(installation, { what, count: ASKED, lanes: LANES, one })
  for (const { close } of connections) close()
  return measured
}
