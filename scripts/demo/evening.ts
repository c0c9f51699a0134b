import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

const FOLDER = join(import.meta.dirname, 'evening')
const MINUTE_MS = 60_000
/** The last minute of the evening in which photos are shared, liked and commented on. */
const LAST_MINUTE = 400

/** A person of the demo. Phone numbers are from the ranges that their countries reserve for fiction. */
export interface DemoPerson {
  name: string
  /** Digits with the calling code. */
  phone: string
}

/** Times are minutes of the evening, a person is an index in the list of people. */
export interface EveningPhoto {
  /** In `evening/photos`. */
  file: string
  author: number
  taken: number
  shared: number
  likes: [person: number, at: number][]
  /** Oldest first. */
  comments: [person: number, at: number, text: string][]
}

interface Evening {
  /** The owner first, then the guests. */
  people: [DemoPerson, ...DemoPerson[]]
  /** In the order in which they are shared. */
  photos: EveningPhoto[]
}

/** The demo's evening. */
export async function readEvening(): Promise<Evening> {
  return JSON.parse((await readEveningFile('evening.json')).toString()) as Evening
}

/** An even selection of so many; all of them where there are no more. */
export function selectEvenly<Item>(items: readonly Item[], count: number): Item[] {
  const step = (at: number) => Math.floor((at * count) / items.length)
  return count < items.length ? items.filter((_, at) => step(at) !== step(at - 1)) : [...items]
}

/** The beginning, five o'clock on this machine, of the last evening whose likes and comments have all been made. */
export function eveningBefore(nowMs: number): Date {
  const start = new Date(nowMs)
  start.setHours(17, 0, 0, 0)
  if (timeAt(start, LAST_MINUTE) > nowMs) start.setDate(start.getDate() - 1)
  return start
}

/** Epoch milliseconds of a minute of the evening. */
export function timeAt(start: Date, minute: number): number {
  return Math.round(start.getTime() + minute * MINUTE_MS)
}

/** One of the evening's files. */
export async function readEveningFile(name: string): Promise<Buffer> {
  return readFile(join(FOLDER, name))
}

/** A JPEG as from a phone that took it at this time, in this machine's time zone. */
export async function readEveningPhoto(file: string, takenAt: number): Promise<Buffer> {
  const jpeg = await readEveningFile(`photos/${file}`)
  const { at, offset } = wallClock(takenAt)
  // As long as what stands there in the EXIF data: the time it was painted for.
  jpeg.write(at, jpeg.indexOf('2026:06:20 '), 'latin1')
  jpeg.write(offset, jpeg.indexOf('+00:00\0'), 'latin1')
  return jpeg
}

/** A moment as EXIF writes it, and its offset from UTC. */
function wallClock(time: number): { at: string; offset: string } {
  const ahead = -new Date(time).getTimezoneOffset()
  const [hours, minutes] = [Math.floor(Math.abs(ahead) / 60), Math.abs(ahead) % 60]
  const two = (value: number) => String(value).padStart(2, '0')
  const local = new Date(time + ahead * MINUTE_MS).toISOString().slice(0, 19)
  return {
    at: local.replaceAll('-', ':').replace('T', ' '),
    offset: `${ahead < 0 ? '-' : '+'}${two(hours)}:${two(minutes)}`,
  }
}
