import { givenOptions } from '../given-options.ts'
import { giveUp } from '../run-child.mjs'
import { answerFigures } from './answer-figures.ts'
import { filmFigures } from './film-figures.ts'
import { isWithin, tableOf } from './figure.ts'
import { idleFigures } from './idle-figures.ts'
import { lighthouseFigures } from './lighthouse-figures.ts'
import { liveFigures } from './live-figures.ts'
import { longFeedFigures } from './long-feed-figures.ts'
import { mainThreadFigures } from './main-thread-figures.ts'
import { manyPhotosFigures } from './many-photos-figures.ts'
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
import { videoFigures } from './video-figures.ts'
import { viewerFigures } from './viewer-figures.ts'
import { wallFigures } from './wall-figures.ts'
import { wholeFeedFigures } from './whole-feed-figures.ts'

// Measures the built app and the real server; `bench <words>` only the parts of these names. With `--record` the table of each part
// comes into docs/BENCH.md once it is measured. `bench --scale [100 10000]` is a table of its own.

const PARTS = {
  server: serverFigures,
  'whole-feed': wholeFeedFigures,
  uploads: uploadFigures,
  party: partyFigures,
  photos: photoFigures,
  wall: wallFigures,
  memory: memoryFigures,
  film: filmFigures,
  videos: videoFigures,
  live: liveFigures,
  offline: offlineFigures,
  lighthouse: lighthouseFigures,
  'main-thread': mainThreadFigures,
  'many-photos': manyPhotosFigures,
  answers: answerFigures,
  opening: openingFigures,
  'long-feed': longFeedFigures,
  viewer: viewerFigures,
  'slow-line': slowLineFigures,
  idle: idleFigures,
}
const { values, positionals } = givenOptions({
  options: { record: { type: 'boolean', default: false }, scale: { type: 'boolean' } },
  allowPositionals: true,
})
if (values.scale) {
  await measureScale(positionals.map(Number), { isRecorded: values.record })
  process.exit()
}
const unknown = positionals.filter((name) => !Object.hasOwn(PARTS, name))
if (unknown.length > 0)
  giveUp(`There is no part ${unknown.join(', ')}: ${Object.keys(PARTS).join(', ')}.`)
const parts = Object.entries(PARTS).filter(
  ([name]) => positionals.length === 0 || positionals.includes(name),
)

const figures = []
for (const [name, measure] of parts) {
  console.error(`measuring: ${name} …`)
  const measured = await measure()
  if (values.record) record(name, measured, Object.keys(PARTS))
  figures.push(...measured)
}
console.log(tableOf(figures))
process.exitCode = figures.some((figure) => figure.isHeld && !isWithin(figure)) ? 1 : 0
