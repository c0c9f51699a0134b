import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { enter, expect, test } from './fixtures.ts'

test.use({ as: 'guest' })

const ROUNDS = Number(process.env['ROUNDS'] ?? 3)

test('survive', async ({ browser, guest, orma, path }) => {
  test.setTimeout(900_000)
  const folder = await mkdtemp(join(tmpdir(), 'c-photos-'))
  const files: string[] = []
  for (let at = 0; at < 4; at++) {
    const noise = Buffer.alloc(1000 * 750 * 3)
    for (let i = 0; i < noise.length; i++) noise[i] = (i * 2654435761 + at * 977 + (i >> 3) * 31) >>> 7
    const jpeg = await sharp(noise, { raw: { width: 1000, height: 750, channels: 3 } })
      .resize(4000, 3000).jpeg({ quality: 92 }).toBuffer()
    const padded = Buffer.concat([jpeg, Buffer.alloc(Math.max(0, 3_000_000 - jpeg.length))])
    files.push(join(folder, `IMG_${at}.jpg`))
    await writeFile(files[at]!, padded)
    if (at === 0) console.log('bytes', padded.length)
  }
  for (const ms of [0, 100, 300, 1000]) {
    const counts: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const context = await browser.newContext({ baseURL: orma.url })
      await enter(context, guest)
      const page = await context.newPage()
      await page.goto(`${path}/upload`)
      await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
      await page.waitForTimeout(1500)
      const cdp = await context.newCDPSession(page)
      await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 })
      await page.locator('input[type=file]').setInputFiles(files)
      if (ms > 0) await page.waitForTimeout(ms)
      await page.reload({ waitUntil: 'commit' })
      await cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 })
      await page.waitForTimeout(2500)
      const names = await page.evaluate(() => new Promise<string[]>((resolve, reject) => {
        const opening = indexedDB.open('orma-outbox')
        opening.onerror = () => reject(opening.error)
        opening.onsuccess = () => {
          const all = opening.result.transaction('items').objectStore('items').getAll()
          all.onsuccess = () => { opening.result.close(); resolve(all.result.map((item) => item.name)) }
        }
      }))
      counts.push(names.length)
      await context.close()
    }
    console.log(`after ${ms} ms: ${counts.join(' ')} of 4`)
  }
  expect(1).toBe(1)
})
