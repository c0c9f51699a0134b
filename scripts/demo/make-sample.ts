import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import type { OutputInfo, Sharp } from 'sharp'
import { rgbaToThumbHash } from 'thumbhash'
import { readEvening, readEveningFile } from './evening.ts'
import type { EveningPhoto } from './evening.ts'

// `node scripts/demo/make-sample.ts`: makes the sample Orma of the home page, whose files are committed, from the demo's evening.

const FOLDER = join(import.meta.dirname, '../../src/features/sample')

/** As beautiful and as different as there are, in whole rows of three, and small enough for a phone's first look: 400 kB in all. */
const PHOTOS = [
  'bouquet-2',
  'confetti-4',
  'dance-floor-1',
  'dance-floor-3',
  'fireworks-1',
  'fireworks-2',
  'first-dance-1',
  'lanterns-1',
  'lanterns-3',
  'string-lights-2',
  'sundowners-2',
  'sundowners-4',
  'sunset-5',
  'table-3',
  'tent-1',
]
const FULL_PX = 960
/** Of the shorter side: tiles are square on a phone. */
const SMALL_PX = 320
const BANNER = { width: 1280, height: 480 }
const QUALITY = { quality: 50, effort: 6 }
const BLUR_PX = 100
const COMMENTS_MAX = 3

const { people, photos } = await readEvening()
const nameOf = (person: number) => people[person]?.name ?? ''
const nameOfFile = (file: string) => file.replace('.jpg', '')

await mkdir(join(FOLDER, 'pictures'), { recursive: true })
const chosen = photos.filter(({ file }) => PHOTOS.includes(nameOfFile(file)))
const posts = await Promise.all(chosen.map(makePost))
await writeFile(join(FOLDER, 'sample-evening.json'), `${JSON.stringify(posts, null, 1)}\n`)
await writeWebp('banner', sharp(await readEveningFile('banner.jpg')).resize(BANNER))

async function makePost({ file, author, taken, shared, likes, comments }: EveningPhoto) {
  const picture = nameOfFile(file)
  const photo = sharp(await readEveningFile(`photos/${file}`))
  const full = photo.clone().resize({ width: FULL_PX, height: FULL_PX, fit: 'inside' })
  const { width, height } = await writeWebp(picture, full)
  const small = photo.clone().resize({ width: SMALL_PX, height: SMALL_PX, fit: 'outside' })
  await writeWebp(`${picture}-small`, small)
  return {
    picture,
    width,
    height,
    thumbhash: await blurOf(photo),
    author: nameOf(author),
    taken,
    shared,
    likes: likes.length,
    comments: comments
      .slice(0, COMMENTS_MAX)
      .map(([person, minute, text]) => ({ author: nameOf(person), minute, text })),
  }
}

function writeWebp(name: string, picture: Sharp): Promise<OutputInfo> {
  return picture.webp(QUALITY).toFile(join(FOLDER, 'pictures', `${name}.webp`))
}

async function blurOf(photo: Sharp): Promise<string> {
  const { data, info } = await photo
    .clone()
    .resize({ width: BLUR_PX, height: BLUR_PX, fit: 'inside' })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return Buffer.from(rgbaToThumbHash(info.width, info.height, data)).toString('base64')
}
