import { filmFigures } from './film-figures.ts'
import { isWithin, tableOf } from './figure.ts'
import { lighthouseFigures } from './lighthouse-figures.ts'
import { liveFigures } from './live-figures.ts'
import { offlineFigures } from './offline-figures.ts'
import { partyFigures } from './party-figures.ts'
import { photoFigures } from './photo-figures.ts'
import { serverFigures } from './server-figures.ts'
import { uploadFigures } from './upload-figures.ts'

// Measures the built app and the real server; `bench <words>` only what has one of them in its name.

const PARTS = {
  server: serverFigures,
  uploads: uploadFigures,
  party: partyFigures,
  photos: photoFigures,
  film: filmFigures,
  live: liveFigures,
  offline: offlineFigures,
  lighthouse: lighthouseFigures,
}
const wanted = process.argv.slice(2)
const parts = Object.entries(PARTS).filter(([name]) => wanted.length === 0 || wanted.includes(name))

const figures = []
for (const [name, measure] of parts) {
  console.error(`measuring: ${name} …`)
  figures.push(...(await measure()))
}
console.log(tableOf(figures))
process.exitCode = figures.some((figure) => figure.isHeld && !isWithin(figure)) ? 1 : 0
