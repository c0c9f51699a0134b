import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { Figure } from './figure.ts'

interface Connection {
  /** Bytes of each answer, headers included. */
  size: number
  /** Resolves once the whole answer is here. */
  ask: () => Promise<void>
  close: () => void
}

/**
 * A kept-alive connection that asks for one address again and again, and only counts what comes: a client that reads answers
 * takes more time than the barest server does, on the cores that it shares with it, and would have every server look as fast
 * as itself. Rejects unless a 200 of a stated length comes first.
 */
export async function connectTo(url: string): Promise<Connection> {
  const { hostname, port, host, pathname, search } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port), noDelay: true })
  const request = `GET ${pathname}${search} HTTP/1.1\r\nHost: ${host}\r\n\r\n`
  let answer = Promise.withResolvers<void>()
  socket.on('error', (error) => answer.reject(error))
  socket.on('close', () => answer.reject(new Error(`${url} was cut off`)))
  socket.write(request)
  const size = await sizeOfAnswer(socket, url)
  let bytes = 0
  socket.on('data', (chunk) => {
    bytes += chunk.length
    if (bytes === size) answer.resolve()
    if (bytes > size) answer.reject(new Error(`${url} answers differently`))
  })
  return {
    size,
    ask() {
      bytes = 0
      answer = Promise.withResolvers()
      socket.write(request)
      return answer.promise
    },
    close() {
      answer.resolve()
      socket.destroy()
    },
  }
}

async function sizeOfAnswer(socket: Socket, url: string): Promise<number> {
  let text = ''
  for await (const chunk of socket.iterator({ destroyOnReturn: false })) {
    text += (chunk as Buffer).toString('latin1')
    const head = /^HTTP\/1\.1 200 OK\r\n(?:.+\r\n)*?content-length: (\d+)\r\n(?:.+\r\n)*\r\n/i.exec(
      text,
    )
    if (!text.startsWith('HTTP/1.1 200 OK\r')) break
    const size = head ? head[0].length + Number(head[1]) : NaN
    if (text.length === size) return size
  }
  throw new Error(`${url} answered ${text.slice(0, 100)}`)
}

/** Bytes of an answer, headers included. */
export async function answerSize(url: string): Promise<number> {
  const { size, close } = await connectTo(url)
  close()
  return size
}

/**
 * Answers a second, with so many requests under way at once. Who asks does not sleep meanwhile: to wake a sleeper takes whoever
 * answers as long as half of a bare answer, and only the slower server lets them fall asleep.
 */
export async function throughput(url: string, requests: number, atOnce = 16): Promise<number> {
  const connections = await Promise.all(Array.from({ length: atOnce }, () => connectTo(url)))
  let left = requests
  const stayAwake = () => void (left > 0 && setImmediate(stayAwake))
  stayAwake()
  const start = performance.now()
  const work = async ({ ask }: Connection) => {
    while (left > 0) {
      left -= 1
      await ask()
    }
  }
  await Promise.all(connections.map(work))
  const seconds = (performance.now() - start) / 1000
  for (const { close } of connections) close()
  return requests / seconds
}

/** Milliseconds an answer takes, one after the other: the middle one of so many. `prepare` comes before each, untimed. */
export async function latency(
  url: string,
  requests: number,
  prepare: () => void = () => undefined,
): Promise<number> {
  let left = requests
  return median(await latencies(url, () => (prepare(), (left -= 1) >= 0)))
}

/** Milliseconds that answers take, one after the other, for as long as `goesOn` says. */
export async function latencies(url: string, goesOn: () => boolean): Promise<number[]> {
  const [times = []] = await latenciesOf([url], goesOn)
  return times
}

/** As `latencies`, of several addresses that are asked in turns, each after a pause. */
export async function latenciesOf(
  urls: string[],
  goesOn: () => boolean,
  pauseMs = 0,
): Promise<number[][]> {
  const connections = await Promise.all(urls.map(connectTo))
  const times = urls.map((): number[] => [])
  while (goesOn()) {
    for (const [at, { ask }] of connections.entries()) {
      if (pauseMs > 0) await wait(pauseMs)
      const start = performance.now()
      await ask()
      times[at]?.push(performance.now() - start)
    }
  }
  for (const { close } of connections) close()
  return times
}

/** Takes turns between measurements, so that what else the machine does falls on all alike; gives each one's median. */
export async function inTurns(
  rounds: number,
  measures: (() => Promise<number>)[],
): Promise<number[]> {
  const results = await roundsOf(rounds, measures)
  return measures.map((_measure, at) => median(results.map((round) => round[at] ?? NaN)))
}

/**
 * As `inTurns`, of two measurements: what both gave in the round whose ratio of them is the middle one. A machine that is busy for a
 * while is so for both of a round, so their ratio moves less than either. Less than `atLeast` is held only where three rounds of
 * four say so: one run differs from the next by a tenth.
 */
export async function sideBySide(
  rounds: number,
  measure: () => Promise<number>,
  limit: () => Promise<number>,
  atLeast: number,
): Promise<Pick<Figure, 'measured' | 'limit' | 'budget' | 'isHeld' | 'spread'>> {
  const results = await roundsOf(rounds, [measure, limit])
  const pairs = results.map(([measured = NaN, bare = NaN]) => ({
    measured,
    limit: bare,
    ratio: measured / bare,
  }))
  const ratios = pairs.map(({ ratio }) => ratio)
  const middle = pairs.find(({ ratio }) => ratio === median(ratios))
  return {
    measured: middle?.measured ?? NaN,
    limit: middle?.limit ?? NaN,
    budget: { atLeast },
    isHeld: quantile(ratios, 0.75) < atLeast,
    spread: spreadOf(ratios),
  }
}

async function roundsOf(rounds: number, measures: (() => Promise<number>)[]): Promise<number[][]> {
  const results: number[][] = []
  while (results.length < rounds) {
    const round: number[] = []
    for (const measure of measures) round.push(await measure())
    results.push(round)
  }
  return results
}

/** From the first to the third quartile, as a share of the median; 0 where they are the same. */
export function spreadOf(values: readonly number[]): number {
  const apart = quantile(values, 0.75) - quantile(values, 0.25)
  return apart && apart / median(values)
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5)
}

/** The value below which this share of them, 0 to 1, lies. */
export function quantile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? NaN
}
