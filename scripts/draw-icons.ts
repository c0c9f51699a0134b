import { readFile, writeFile } from 'node:fs/promises'
import sharp from 'sharp'

const ICONS = new URL('../public/icons/', import.meta.url)
/** Drawn large, then scaled down, so that every size has clean edges. */
const DENSITY = 288

const rounded = await readFile(new URL('icon.svg', ICONS), 'utf8')
// No corners: the device cuts its own. Of a maskable icon it keeps the inner 80 %; the logo stays within 79 %.
const bleeding = rounded.replace('rx="114"', '')
if (bleeding === rounded)
  throw new Error('icon.svg has lost the rounded corners that are taken off here')

await draw(rounded, 32, 'favicon-32.png')
await draw(rounded, 192, 'icon-192.png')
await draw(rounded, 512, 'icon-512.png')
await draw(bleeding, 512, 'icon-maskable-512.png')
await draw(bleeding, 180, 'apple-touch-icon.png')

/** Writes the drawing as a square PNG beside its source. */
async function draw(svg: string, size: number, file: string): Promise<void> {
  const png = await sharp(Buffer.from(svg), { density: DENSITY })
    .resize(size)
    .png({ palette: true, quality: 95, effort: 10 })
    .toBuffer()
  await writeFile(new URL(file, ICONS), png)
}
