import { answerFigures } from './answer-figures.ts'
import { filmFigures } from './film-figures.ts'
import { isWithin, tableOf } from './figure.ts'
import { idleFigures } from './idle-figures.ts'
import { lighthouseFigures } from './lighthouse-figures.ts'
import { liveFigures } from './live-figures.ts'
import { longFeedFigures } from './long-feed-figures.ts'
import { mainThreadFigures } from './main-thread-figures.ts'
import { memoryFigures } from './memory-figures.ts'
import { offlineFigures } from './offline-figures.ts'
import { openingFigures } from './opening-figures.ts'
import { partyFigures } from './party-figures.ts'
import { photoFigures } from './photo-figures.ts'
import { record } from './record.ts'
import { measureScale } from './scale/main.ts'
import { serverFigures } from './server-figures.ts'
import { slowLineFigures } from './slow-line-figures.ts'
import { uploadFigures } from './upload-figures.ts'
import { wallFigures } from './wall-figures.ts'
import { wholeFeedFigures } from './whole-feed-figures.ts'

// Measures the built app and the real server; `bench <words>` only the parts of these names. With `--record` the table of each part
// comes into docs/BENCH.md once it is measured. `bench --scale` is a table of its own.

const PARTS = {
  server: serverFigures,
  'whole-feed': wholeFeedFigures,
  uploads: uploadFigures,
  party: partyFigures,
  photos: photoFigures,
  wall: wallFigures,
  memory: memoryFigures,
  film: filmFigures,
  live: liveFigures,
  offline: offlineFigures,
  lighthouse: lighthouseFigures,
  'main-thread': mainThreadFigures,
  answers: answerFigures,
  opening: openingFigures,
  'long-feed': longFeedFigures,
  'slow-line': slowLineFigures,
  idle: idleFigures,
}
const words = process.argv.slice(2)
if (words.some((word) => word.startsWith('--scale'))) {
  await measureScale(words)
  process.exit()
}
const wanted = words.filter((word) => word !== '--record')
const parts = Object.entries(PARTS).filter(([name]) => wanted.length === 0 || wanted.includes(name))

const figures = []
for (const [name, measure] of parts) {
  console.error(`measuring: ${name} …`)
  const measured = await measure()
  if (words.includes('--record')) record(name, measured, Object.keys(PARTS))
  figures.push(...measured)
}
console.log(tableOf(figures))
process.exitCode = figures.some((figure) => figure.isHeld && !isWithin(figure)) ? 1 : 0
