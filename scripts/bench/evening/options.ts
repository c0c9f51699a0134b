import { parseArgs } from 'node:util'
import type { EveningSize } from './evening-plan.ts'

const USAGE = `Say which installation, and how many guests:
  npm run evening -- --url=https://photos.example.org --guests=200 --codes=server.log
Besides: --tokens=<file> instead of --codes, --hours=5, --speed=60, --photos=4, --megapixels=12, --seed=1,
--json=<file>. docs/SCALE.md says how a test installation is set up.`

/** A whole evening of more guests is several evenings; so are more photos than this. */
const LARGEST = { guests: 1_000, hours: 24, photos: 20, speed: 600, megapixels: 50 }

export interface EveningOptions extends EveningSize {
  origin: string
  /** Of the Orma whose link was given; undefined: one is created. */
  event_hash: string | undefined
  /** File in which the server's standard output, with the codes, comes to stand. */
  codes: string | undefined
  /** File with a session's token in each line. */
  tokens: string | undefined
  /** How many times faster than a real one the evening passes. */
  speed: number
  megapixels: number
  /** File for the whole report. */
  json: string | undefined
}

/** Throws an Error that says what is wrong, or how to call it. */
export function readOptions(args: string[]): EveningOptions {
  const values = parse(args)
  const url = URL.parse(values.url ?? '')
  if (!url || !/^https?:$/.test(url.protocol) || values.guests === undefined) throw new Error(USAGE)
  const event_hash = url.pathname.slice(1) || undefined
  const { codes, tokens, json } = values
  if (codes && tokens) throw new Error('Give --codes or --tokens, not both.')
  if (!codes && !tokens && !event_hash) {
    throw new Error(
      'Without --codes and --tokens nobody can sign in, and guests only look: give the link of an Orma as --url.',
    )
  }
  return {
    origin: url.origin,
    event_hash,
    codes,
    tokens,
    json,
    guests: numberOf('guests', values.guests, 1),
    hours: numberOf('hours', values.hours, 0.01),
    photos: numberOf('photos', values.photos, 0),
    speed: numberOf('speed', values.speed, 1),
    megapixels: numberOf('megapixels', values.megapixels, 0.1),
    seed: Number.parseInt(values.seed, 10) || 0,
  }
}

function parse(args: string[]) {
  const text = { type: 'string' } as const
  const { values } = parseArgs({
    args,
    options: {
      url: text,
      guests: text,
      codes: text,
      tokens: text,
      json: text,
      hours: { ...text, default: '5' },
      speed: { ...text, default: '60' },
      photos: { ...text, default: '4' },
      megapixels: { ...text, default: '12' },
      seed: { ...text, default: '1' },
    },
  })
  return values
}

function numberOf(name: keyof typeof LARGEST, given: string, least: number): number {
  const value = Number(given)
  const most = LARGEST[name]
  if (!(value >= least && value <= most)) {
    throw new Error(`--${name} is a number from ${least} to ${most}.`)
  }
  return name === 'guests' ? Math.floor(value) : value
}
