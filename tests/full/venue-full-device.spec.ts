import { execFileSync } from 'node:child_process'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { texts } from '../../contract/texts.ts'
import {
  choose,
  expect,
  gallery,
  enter,
  startParty,
  test,
  uploadNow,
  whenControlled,
} from '../e2e/venue-fixtures.ts'
import { createKillableBrowser } from '../support/killable-browser.ts'

const DISK_MB = 200
/** Too little for a photo. */
const LEFT_BYTES = 256 * 1024

let disk: string

test.beforeAll(async () => {
  disk = await mkdtemp(join(tmpdir(), 'orma-disk-'))
  const problem = mountSmallDisk(disk)
  test.skip(problem !== undefined, problem)
})

test.afterAll(async () => {
  if (isMounted()) execFileSync('umount', ['-l', disk])
  await rm(disk, { recursive: true, force: true })
})

test('Q16: on a full disk a photo goes up from memory, never called saved', async ({ venue }) => {
  const { event, guest, storedHashes } = await startParty(venue)
  const [kept, ...photos] = await gallery(3, 900)
  const browser = await createKillableBrowser({ place: disk })
  try {
    const context = await browser.open()
    await enter(context, guest)
    const page = await context.newPage()
    await page.goto(`${venue.url}/${event.event_hash}/upload`)
    await whenControlled(page)
    await choose(page, [kept!])
    await fillDisk()
    const files = photos.map(({ name, bytes }) => ({ name, mimeType: 'image/jpeg', buffer: bytes }))
    await page.locator('input[type=file]').setInputFiles(files)
    const alert = page.getByRole('alertdialog', { name: texts.upload.notSaved })
    await alert.getByRole('button', { name: texts.common.confirm }).click()
    const unsaved = page.getByRole('listitem').filter({ hasText: texts.upload.notSaved })
    await expect(unsaved).toHaveCount(2)
    await expect(page.getByText(texts.upload.savedOnPhone, { exact: true })).toHaveCount(1)

    await uploadNow(page)
    await expect
      .poll(async () => new Set(await storedHashes()))
      .toEqual(new Set([kept!, ...photos].map(({ sha256 }) => sha256)))
    await expect(page.getByText(texts.upload.progress(3, 3))).toBeVisible()
    expect(await storedHashes()).toHaveLength(3)
  } finally {
    await browser.close()
  }
})

/** Gives why there can be none. */
function mountSmallDisk(folder: string): string | undefined {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MB}m`, 'tmpfs', folder], {
      stdio: 'pipe',
    })
    return undefined
  } catch (error) {
    return `no small disk can be mounted here: ${String((error as { stderr?: Buffer }).stderr)}`
  }
}

function isMounted(): boolean {
  return execFileSync('cat', ['/proc/mounts'], { encoding: 'utf8' }).includes(` ${disk} `)
}

/** To the brim, however much the browser writes meanwhile; then a little is given back. */
async function fillDisk(): Promise<void> {
  await using filler = await open(join(disk, 'filler'), 'w')
  const piece = Buffer.alloc(LEFT_BYTES)
  for (let isFull = false; !isFull;) {
    await filler.write(piece).catch((error: unknown) => {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
      isFull = true
    })
  }
  const { size } = await filler.stat()
  await filler.truncate(Math.max(0, size - LEFT_BYTES))
}
