import { Agent, get } from 'node:http'

const agent = new Agent({ keepAlive: true, maxSockets: 64 })

/** Reads one answer to its end; gives its bytes. Rejects unless it is a 200. */
export function read(url: string): Promise<number> {
  return new Promise((resolve, reject) => {
    get(url, { agent }, (response) => {
      let bytes = 0
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length
      })
      response.on('error', reject)
      response.on('end', () => {
        if (response.statusCode === 200) resolve(bytes)
        else reject(new Error(`${url} answered ${response.statusCode}`))
      })
    }).on('error', reject)
  })
}

/** Answers a second, with so many requests under way at once. */
export async function throughput(url: string, requests: number, atOnce = 16): Promise<number> {
  let left = requests
  const start = performance.now()
  const worker = async () => {
    while (left > 0) {
      left -= 1
      await read(url)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return requests / ((performance.now() - start) / 1000)
}

/** Milliseconds an answer takes, one after the other: the middle one of so many. */
export async function latency(url: string, requests: number): Promise<number> {
  const times: number[] = []
  for (let at = 0; at < requests; at += 1) {
    const start = performance.now()
    await read(url)
    times.push(performance.now() - start)
  }
  return median(times)
}

/** Takes turns between measurements, so that what else the machine does falls on all alike; gives each one's median. */
export async function inTurns(
  rounds: number,
  measures: (() => Promise<number>)[],
): Promise<number[]> {
  const results = measures.map((): number[] => [])
  for (let round = 0; round < rounds; round += 1) {
    for (const [at, measure] of measures.entries()) results[at]?.push(await measure())
  }
  return results.map(median)
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN
}
