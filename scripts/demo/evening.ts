import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

export const EVENING_FOLDER = join(import.meta.dirname, 'evening')
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

/** A video that is made of two photos. */
export interface EveningVideo extends Pick<EveningPhoto, 'author' | 'taken'> {
  /** Its upload's. */
  key: string
  /** In `evening/photos`. */
  photos: [first: string, second: string]
  width: number
  height: number
}

interface Evening {
  /** The owner first, then the guests. */
  people: [DemoPerson, ...DemoPerson[]]
  /** In the order in which they are shared. */
  photos: EveningPhoto[]
  videos: EveningVideo[]
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
  return readFile(join(EVENING_FOLDER, name))
}

/** A JPEG as from a phone that took it at this time, in this machine's time zone. */
export async function readEveningPhoto(file: string, takenAt: number): Promise<Buffer> {
  const jpeg = await readEveningFile(`photos/${file}`)
  const local = localTime(takenAt)
  const at = local.slice(0, 19).replaceAll('-', ':').replace('T', ' ')
  // As long as what stands there in the EXIF data: the time it was painted for.
  jpeg.write(at, jpeg.indexOf('2026:06:20 '), 'latin1')
  jpeg.write(local.slice(19), jpeg.indexOf('+00:00\0'), 'latin1')
  return jpeg
}

/** A moment by this machine's clock, with its offset from UTC. */
export function localTime(time: number): string {
  const ahead = -new Date(time).getTimezoneOffset()
  const [hours, minutes] = [Math.floor(Math.abs(ahead) / 60), Math.abs(ahead) % 60]
  const two = (value: number) => String(value).padStart(2, '0')
  const local = new Date(time + ahead * MINUTE_MS).toISOString().slice(0, 19)
  return `${local}${ahead < 0 ? '-' : '+'}${two(hours)}:${two(minutes)}`
}
