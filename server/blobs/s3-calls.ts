import { hash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { AwsClient } from 'aws4fetch'
import { StoreOutage } from '../outages.ts'
import { skewOfDate } from '../settings/clock-skew.ts'
import type { S3Settings } from './s3-settings.ts'

/** A hiccup of the store or of the line is over by the third try; whoever waits for longer is told. */
const TRIES = 3
const FIRST_WAIT_MS = 150
/** For an answer to begin, and again to end, beside what its bytes take. */
const ANSWER_MS = 10_000
/** A line that is slower is as good as none. */
const LEAST_BYTES_PER_SECOND = 128 * 1024
const NOTHING = sha256Of('')

interface S3Call {
  method: 'GET' | 'PUT' | 'DELETE'
  /** Of the blob; absent: the call is about the bucket. */
  key?: string
  query?: Readonly<Record<string, string>>
  headers?: Readonly<Record<string, string>>
  body?: { content: Blob | string; sha256: string }
  /** Statuses beside 2xx that say something. */
  expected?: readonly number[]
}

/**
 * Makes a signed call and gives what `read` makes of its answer. Each call is one that may be repeated: where nothing or a failure of
 * the store comes back, it is. Rejects with `StoreOutage` where that does not help, or the store refuses us.
 */
export type CallS3 = <T>(call: S3Call, read: (answer: Response) => Promise<T>) => Promise<T>

/** What the store says of a call that it refuses; `code` as in its documentation, such as `NoSuchBucket`. */
export class S3Refusal extends Error {
  readonly status: number
  readonly code: string
  /** How far the clock of this machine is off, which it may be refused for; undefined: it is right. */
  readonly skew: string | undefined

  constructor(status: number, code: string, skew?: string) {
    super([[status, code].filter(Boolean).join(' '), skew].filter(Boolean).join('; '))
    this.name = 'S3Refusal'
    this.status = status
    this.code = code
    this.skew = skew
  }
}

export function createS3Calls(
  settings: S3Settings,
  { answerMs = ANSWER_MS }: { answerMs?: number | undefined } = {},
): CallS3 {
  const { endpoint, bucket, region, accessKeyId, secretAccessKey } = settings
  const signer = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3' })

  async function callOnce<T>(call: S3Call, read: (answer: Response) => Promise<T>): Promise<T> {
    const { method, key, query, headers, body, expected = [] } = call
    const url = new URL(`${endpoint}/${bucket}${key === undefined ? '' : `/${key}`}`)
    for (const [name, value] of Object.entries(query ?? {})) url.searchParams.set(name, value)
    const signed = await signer.sign(url, {
      method,
      headers: { ...headers, 'x-amz-content-sha256': body?.sha256 ?? NOTHING },
      ...(body ? { body: body.content } : {}),
    })
    const late = new AbortController()
    const within = async <R>(bytes: number, work: () => Promise<R>): Promise<R> => {
      const limitMs = answerMs + (bytes / LEAST_BYTES_PER_SECOND) * 1000
      const timer = setTimeout(() => late.abort(noAnswer(limitMs)), limitMs)
      return work().finally(() => clearTimeout(timer))
    }
    const answer = await within(sizeOf(body), () => fetch(signed, { signal: late.signal }))
    return within(Number(answer.headers.get('content-length')), async () => {
      if (!answer.ok && !expected.includes(answer.status)) throw await refusalOf(answer)
      return read(answer)
    })
  }

  return async (call, read) => {
    for (let failures = 1; ; failures += 1) {
      try {
        return await callOnce(call, read)
      } catch (error) {
        if (failures === TRIES || !mayPass(error)) throw new StoreOutage(reasonOf(error))
        // Not all at once: what many met together they would meet together again.
        await wait(FIRST_WAIT_MS * 4 ** (failures - 1) * (0.5 + Math.random()))
      }
    }
  }
}

function sizeOf(body: S3Call['body']): number {
  const content = body?.content ?? ''
  return content instanceof Blob ? content.size : content.length
}

/** Whether another try may do: all but what the store refuses for a reason that stays. */
function mayPass(error: unknown): boolean {
  if (!(error instanceof S3Refusal)) return true
  // No code: it was not the store that answered.
  const { status, code } = error
  return status >= 500 || [408, 429].includes(status) || ['RequestTimeout', ''].includes(code)
}

async function refusalOf(answer: Response): Promise<S3Refusal> {
  const said = await answer.text()
  const skew = skewOfDate(answer.headers.get('date'))
  return new S3Refusal(answer.status, elementText(said, 'Code') ?? '', skew)
}

/** `fetch` says why it failed in the cause of its error alone. */
function reasonOf(error: unknown): unknown {
  return error instanceof TypeError && error.cause instanceof Error ? error.cause : error
}

function noAnswer(limitMs: number): Error {
  return new Error(`no answer within ${Math.round(limitMs / 1000)} s`)
}

export function sha256Of(text: string): string {
  return hash('sha256', text)
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
}

/**
 * The contents of each element of this name in an answer of S3, whose documents are flat: no element there holds another of its
 * own name.
 */
export function elements(xml: string, name: string): string[] {
  const pattern = new RegExp(`<${name}(?:\\s[^>]*)?>(.*?)</${name}>`, 'gs')
  return [...xml.matchAll(pattern)].map(([, inner = '']) => inner)
}

/** The text of the first element of this name; undefined where there is none. */
export function elementText(xml: string, name: string): string | undefined {
  const [inner] = elements(xml, name)
  return inner?.replaceAll(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (whole, decimal, hex, entity) => {
    if (decimal) return String.fromCodePoint(Number(decimal))
    if (hex) return String.fromCodePoint(Number.parseInt(hex, 16))
    return ENTITIES[entity] ?? whole
  })
}
