import { BYTES, SATURDAY } from './assumptions.ts'
import { UPLOAD_REQUESTS } from './load.ts'
import type { Counted, Load } from './load.ts'
import { CPU, MACHINE, PRICES } from './prices.ts'

const HOUR_SECONDS = 60 * 60
/** The photo as it came, and its two renditions. */
const FILES = 3

/** What is needed or paid, how much of it, and what for. */
export type CostLine = readonly [what: string, amount: string, why: string]

/** Seconds of a core. */
interface Work {
  web: number
  photos: number
  database: number
}

/** Cores that are busy in the busiest minutes, as if those of reads, likes, photos and pictures were the same one. */
export function coresOf(load: Load): CostLine[] {
  const busy = workOf((name) => Math.max(...load[name]) / 60)
  return [
    coresLine('web', busy.web, 'reads, likes, comments, live news, pictures'),
    coresLine('photos', busy.photos, 'upload, both renditions, nudity check'),
    ['PostgreSQL', inCores(busy.database), 'of one machine, as all writes go there'],
  ]
}

/** What the Saturday costs at the example prices. */
export function moneyOf(load: Load): CostLine[] {
  const total = (name: Counted) => load[name].reduce((sum, each) => sum + each, 0)
  const { web, photos, database } = workOf(total)
  const machineHours =
    (web + photos + database) / (MACHINE.cores * MACHINE.busyShare) / HOUR_SECONDS
  const stored = total('photos') * (BYTES.photo + BYTES.full + BYTES.thumb)
  const [puts, gets] = [FILES * total('photos'), total('pictures')]
  const rows: [string, number, string][] = [
    [
      'machines',
      machineHours * PRICES.machineHour,
      `${Math.round(machineHours)} hours of ${MACHINE.cores} cores`,
    ],
    [
      'storage requests',
      (puts * PRICES.millionPuts + gets * PRICES.millionGets) / 1e6,
      'three files a photo; each picture read from the store',
    ],
    ['bytes out', (total('bytes out') / 1e9) * PRICES.sentGigabyte, 'without a CDN'],
    [
      'storage, a month',
      (stored / 1e9) * PRICES.storedGigabyteMonth,
      `${(stored / 1e12).toFixed(1)} TB`,
    ],
  ]
  const sum = rows.reduce((all, [, price]) => all + price, 0)
  return [
    ...rows.map(([what, price, why]): CostLine => [what, euros(price), why]),
    ['together', euros(sum), `${euros(sum / SATURDAY.events)} an event`],
  ]
}

/** Seconds of cores for so many of each. */
function workOf(count: (name: Counted) => number): Work {
  const likes = count('likes and comments')
  const photos = count('photos')
  const reads = count('API requests') - likes - UPLOAD_REQUESTS * photos
  const web =
    reads * CPU.read.server +
    likes * CPU.like.server +
    count('live messages') * CPU.message.server +
    count('pictures') * CPU.picture.server
  const database =
    reads * CPU.read.database + likes * CPU.like.database + photos * CPU.photo.database
  return { web: web / 1000, photos: (photos * CPU.photo.server) / 1000, database: database / 1000 }
}

function coresLine(what: string, busy: number, why: string): CostLine {
  const { cores, busyShare } = MACHINE
  const machines = Math.ceil(busy / (cores * busyShare))
  return [what, inCores(busy), `${machines} machines of ${cores}, half busy: ${why}`]
}

function inCores(busy: number): string {
  return `${busy.toFixed(1)} cores`
}

function euros(amount: number): string {
  return `${amount >= 10 ? Math.round(amount).toLocaleString('en') : amount.toFixed(3)} EUR`
}
