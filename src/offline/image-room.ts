import { isPicture } from '../api/api-host.ts'
import { boundImages } from '../device/bound-images.ts'

/** Where the browser does not tell. */
const USUAL_BYTES = 50_000

let shown = ''
let observer: PerformanceObserver | undefined
/** Bytes that may come before it is counted anew what all pictures take. */
let room = 0
let isCounting = false

/** Has the Ormas visited longest ago give way to the pictures of the one that is shown, now and while it is looked at. */
export async function makeRoom(event_hash: string): Promise<void> {
  shown = event_hash
  if (!observer) {
    observer = new PerformanceObserver((list) => noteLoaded(list.getEntries()))
    observer.observe({ type: 'resource' })
  }
  await count()
}

function noteLoaded(entries: PerformanceEntryList): void {
  for (const entry of entries as PerformanceResourceTiming[]) {
    if (isPicture(new URL(entry.name))) room -= entry.encodedBodySize || USUAL_BYTES
  }
  if (room < 0) void count()
}

async function count(): Promise<void> {
  if (isCounting) return
  isCounting = true
  // With storage in trouble there is nothing to count.
  room = await boundImages(shown).catch(() => Infinity)
  isCounting = false
}
