import { writeFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { createRandom } from './seeded-random.ts'
import { createCallBook } from './call-book.ts'
import { planEvening } from './evening-plan.ts'
import { attend } from './guest.ts'
import { createLine } from './line.ts'
import { listen } from './listener.ts'
import { judgeNews } from './news.ts'
import { openOrma } from './open-orma.ts'
import { readOptions } from './options.ts'
import type { EveningOptions } from './options.ts'
import type { Party } from './party.ts'
import { makePhotoPool } from './photo-pool.ts'
import { isWhole, makeReport, textOf } from './report.ts'
import type { Report } from './report.ts'
import { countPhotos } from './sent-photos.ts'
import { createSignIn } from './sign-in.ts'

const HOUR_MS = 60 * 60_000
/** How long photos may take after the last guest is gone: to arrive, and to be shown. */
const ARRIVE_MS = 2 * 60_000
const SHOWN_MS = 2 * 60_000
/** Such as the screen with the slideshow: they listen all evening. */
const SCREENS = 2
/** For the last news to be heard. */
const ECHO_MS = 1_000

const SAME_PRESS_MS = 500

/** `npm run evening -- --url=… --guests=200`: a whole evening of guests on a running installation, then a report. */
const say = (line: string) => process.stderr.write(`${line}\n`)
try {
  const options = readOptions(process.argv.slice(2))
  const report = await celebrate(options)
  process.stdout.write(`${textOf(report)}\n`)
  if (options.json) await writeFile(options.json, `${JSON.stringify(report, undefined, 2)}\n`)
  process.exitCode = isWhole(report) ? 0 : 1
} catch (error) {
  say(`The evening could not be held: ${error instanceof Error ? error.message : String(error)}`)
  process.exit(1)
}

async function celebrate(options: EveningOptions): Promise<Report> {
  const { origin, speed, seed, hours } = options
  const goHome = new AbortController()
  let firstAt: number | undefined
  process.on('SIGINT', () => {
    // One Ctrl-C comes several times: from the terminal, and from npm, which had it too.
    if (firstAt !== undefined && performance.now() - firstAt > SAME_PRESS_MS) process.exit(130)
    if (firstAt !== undefined) return
    firstAt = performance.now()
    say('Everybody goes home; once more ends at once.')
    goHome.abort()
  })
  const never = new AbortController().signal
  const host = createLine(origin, createCallBook(), never)
  const signIn = await createSignIn(options, goHome.signal)
  const { event_hash, newestBefore } = await openOrma(host, signIn, options)
  const makePhoto = await makePhotoPool(createRandom(seed), options.megapixels)
  say(`The evening is at ${origin}/${event_hash}`)

  const party: Party = {
    origin,
    event_hash,
    speed,
    seed,
    signIn,
    makePhoto,
    book: createCallBook(),
    photos: [],
    news: [],
    ears: [],
    liked: new Set(),
    ending: goHome.signal,
  }
  const { book, photos } = party
  const screens = Array.from({ length: SCREENS }, () => listen(party, undefined, book, never))
  party.ears.push(...screens)
  const hourly = setInterval(() => say(progress(party)), HOUR_MS / speed)
  const over = setTimeout(() => goHome.abort(), (hours * HOUR_MS) / speed + ARRIVE_MS)
  await Promise.all(planEvening(options).map((guest, at) => attend(party, guest, at)))
  clearInterval(hourly)
  clearTimeout(over)

  const counts = await countPhotos(host, photos, { event_hash, newestBefore, waitMs: SHOWN_MS })
  await wait(ECHO_MS)
  for (const { close } of screens) close()
  host.close()
  const listenings = party.ears.map(({ listening }) => listening)
  const shown = photos.flatMap(({ sha256, answeredAt, begunAt }) => {
    const key = `photo ${sha256}`
    const at = Math.min(...listenings.map(({ heard }) => heard.get(key) ?? Infinity))
    return answeredAt !== undefined && at < Infinity ? [{ key, from: begunAt, at, answeredAt }] : []
  })
  const visibleAfter = shown.map(({ at, answeredAt }) => Math.max(0, at - answeredAt))
  return makeReport(book, counts, visibleAfter, judgeNews([...party.news, ...shown], listenings))
}

function progress({ book, photos, ears }: Party): string {
  const listening = ears.filter(({ listening: { closedAt } }) => closedAt === Infinity).length
  const seconds = Math.round(book.now() / 1000)
  return `${seconds} s: ${listening} listen, ${photos.length} photos, ${book.notes.length} requests`
}
