import { errorLines, overTime, slowest, spreadByKind, spreadOf } from './call-book.ts'
import type { CallBook, ErrorLine, Slice, Spread } from './call-book.ts'
import type { NewsReport } from './news.ts'
import type { PhotoCounts } from './sent-photos.ts'

const TIME_PARTS = 10
const SLOWEST_SHOWN = 5

export interface Report {
  seconds: number
  requests: number
  photos: PhotoCounts
  /** From the answer for a photo until somebody heard of it, milliseconds. */
  visibleAfter: Spread
  news: NewsReport
  calls: Record<string, Spread>
  overTime: Slice[]
  slowest: { kind: string; ms: number; requestId: string | undefined }[]
  errors: ErrorLine[]
}

export function makeReport(
  { notes, now }: CallBook,
  photos: PhotoCounts,
  visibleAfterMs: readonly number[],
  news: NewsReport,
): Report {
  return {
    seconds: now() / 1000,
    requests: notes.length,
    photos,
    visibleAfter: spreadOf(visibleAfterMs),
    news,
    calls: spreadByKind(notes),
    overTime: overTime(notes, now(), TIME_PARTS),
    slowest: slowest(notes, SLOWEST_SHOWN).map(({ kind, ms, requestId }) => ({
      kind,
      ms,
      requestId,
    })),
    errors: errorLines(notes),
  }
}

/** Whether every photo that was answered for is there, once. */
export function isWhole({ photos: { lost, doubled, untold } }: Report): boolean {
  return lost.length === 0 && doubled.length === 0 && untold === 0
}

/** For a person: what was slow, what failed, and whether every photo is there once. */
export function textOf(report: Report): string {
  const { calls, visibleAfter, news, errors } = report
  const spreads = [
    ...Object.entries(calls),
    ['photo: answered until visible', visibleAfter] as const,
    ['news: happened until heard', news.delays] as const,
  ]
  return [
    'Milliseconds from the last byte sent to the whole answer:',
    row('', ['count', 'p50', 'p95', 'p99', 'max']),
    ...spreads.map(([kind, spread]) => row(kind, numbersOf(spread))),
    '',
    'Over time:',
    row('', ['count', 'p50', 'p95', 'p99', 'max', 'errors']),
    ...report.overTime.map((slice) =>
      row(`from ${Math.round(slice.from / 1000)} s`, [...numbersOf(slice), String(slice.errors)]),
    ),
    '',
    'The slowest (request):',
    ...report.slowest.map(({ kind, ms, requestId }) =>
      row(kind, [ms.toFixed(0), `  ${requestId ?? ''}`]),
    ),
    '',
    errors.length === 0 ? 'No errors.' : 'Errors (requests):',
    ...errors.map(errorText),
    '',
    ...verdict(report),
  ].join('\n')
}

function verdict({ photos, news, seconds, requests }: Report): string[] {
  const { sent, answered, unanswered, refused, doubled, lost } = photos
  const { visible, held, unprocessed, untold } = photos
  return [
    `${requests} requests in ${seconds.toFixed(0)} s.`,
    `Live: ${news.listeners} listenings, ${news.cuts} streams cut, ${news.late} news late, ${news.lost} lost.`,
    `Photos: ${sent} sent, ${answered} answered for, ${unanswered} not (${refused} refused).`,
    `Of those answered for: ${visible} visible, ${held} wait for the owner, ${unprocessed} still being processed, ` +
      `${untold} the server did not speak of, ${doubled.length} doubled, ${lost.length} lost.`,
    ...doubled.map((sha256) => `doubled: ${sha256}`),
    ...lost.map((sha256) => `lost: ${sha256}`),
  ]
}

function errorText({ kind, status, code, count, requestIds }: ErrorLine): string {
  return `${count} x ${kind}: ${status || 'no answer'} ${code}  ${requestIds.join(' ')}`.trimEnd()
}

function numbersOf({ count, p50, p95, p99, max }: Spread): string[] {
  return [String(count), ...[p50, p95, p99, max].map((ms) => ms.toFixed(0))]
}

function row(name: string, cells: readonly string[]): string {
  return `  ${name.padEnd(32)}${cells.map((cell) => cell.padStart(9)).join('')}`
}
