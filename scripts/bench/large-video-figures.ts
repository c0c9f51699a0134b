import { execFile } from 'node:child_process'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { chromium, expect } from '@playwright/test'
import type { CDPSession } from '@playwright/test'
import { TOKEN_COOKIE } from '../../contract/limits.ts'
import { texts } from '../../contract/texts.ts'
import { createApiClient } from '../../tests/support/api-client.ts'
import { WHOLE_BROWSER } from '../../tests/support/browser-options.ts'
import { startOrma } from '../../tests/support/orma-server.ts'
import type { Figure } from './figure.ts'
import { ownMemory } from './process-use.ts'

const MEGABYTES = 400
/** Until worker, photos and what comes late are there. */
const SETTLED_MS = 10_000
const LOOK_MS = 250
const DEADLINE_MS = 900_000
const { savedOnPhone, uploaded, uploadNow } = texts.upload

/** Megabytes of a browser's processes. */
interface Memory {
  /** Of those with pages and workers, which here are of one site. */
  page: number
  /** Of all others: network, storage, the window. */
  others: number
}

/**
 * What memory a real browser has more than before while a large video is chosen, and while it is sent: one that it cannot play, and so
 * only stores and sends, and one of which it decodes a frame.
 */
export async function largeVideoFigures(
  film: (file: string, codec: 'h264' | 'hevc') => Promise<void>,
): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'orma-bench-'))
  const orma = await startOrma({ env: { MAX_VIDEO_SECONDS: '600' } })
  const client = createApiClient(orma)
  const owner = await client.signUp('Olga')
  const memoryWith = async (codec: 'h264' | 'hevc') => {
    const [short, large] = [join(folder, `${codec}.mov`), join(folder, `large-${codec}.mov`)]
    await film(short, codec)
    await repeat(short, large)
    const { event_hash } = await client.createOrma(owner, { allowVideos: 'true' })
    const address = `${orma.url}/${event_hash}/upload`
    return memoryOfSender(join(folder, codec), { address, token: owner.token, video: large })
  }
  try {
    const unplayed = await memoryWith('hevc')
    const played = await memoryWith('h264')
    const what = `${MEGABYTES} MB of 1080p`
    const held = { unit: 'MB', budget: { atMost: 60 }, isHeld: true }
    return [
      {
        name: `memory of the page while ${what} are stored`,
        measured: unplayed.stored.page,
        ...held,
      },
      { name: 'the same while they are sent', measured: unplayed.sent.page, ...held },
      {
        name: 'the browser’s other processes meanwhile',
        measured: unplayed.sent.others,
        unit: 'MB',
      },
      {
        name: 'memory of the page while it decodes a frame of them by itself and stores them',
        measured: played.stored.page,
        ...held,
      },
    ]
  } finally {
    await orma.close()
    await rm(folder, { recursive: true, maxRetries: 5 })
  }
}

interface Sender {
  address: string
  token: string
  video: string
}

/** The most that a browser takes above before. */
async function memoryOfSender(profile: string, { address, token, video }: Sender) {
  // Of a profile on the disk: without one the browser has all that is stored in its memory.
  const context = await chromium.launchPersistentContext(profile, {
    ...WHOLE_BROWSER,
    headless: true,
    viewport: { width: 390, height: 844 },
  })
  try {
    await context.addCookies([{ name: TOKEN_COOKIE, value: token, url: new URL(address).origin }])
    const page = await context.newPage()
    await page.goto(address)
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
    await page.waitForTimeout(SETTLED_MS)
    const session = await context.browser()!.newBrowserCDPSession()
    const before = await memoryNow(session)
    const stored = await mostDuring(session, before, async () => {
      await page.locator('input[type=file]').setInputFiles(video)
      await expect(page.getByText(savedOnPhone)).toHaveCount(1, { timeout: DEADLINE_MS })
    })
    const sent = await mostDuring(session, before, async () => {
      await page.getByRole('button', { name: uploadNow }).click()
      await expect(page.getByText(uploaded, { exact: true })).toBeVisible({ timeout: DEADLINE_MS })
    })
    return { stored, sent }
  } finally {
    await context.close()
  }
}

/** A video of minutes: one of seconds, again and again. */
async function repeat(short: string, large: string): Promise<void> {
  const { size } = await stat(short)
  const times = Math.ceil((MEGABYTES * 1_000_000) / size)
  const words = ['-v', 'error', '-nostdin', '-stream_loop', String(times - 1), '-i', short]
  await promisify(execFile)('ffmpeg', [...words, '-c', 'copy', large])
}

async function mostDuring(
  session: CDPSession,
  before: Memory,
  task: () => Promise<void>,
): Promise<Memory> {
  const above = { page: 0, others: 0 }
  const look = setInterval(() => {
    void memoryNow(session).then((now) => {
      above.page = Math.max(above.page, now.page - before.page)
      above.others = Math.max(above.others, now.others - before.others)
    })
  }, LOOK_MS)
  await task()
  clearInterval(look)
  return above
}

async function memoryNow(session: CDPSession): Promise<Memory> {
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  const sumOf = (isCounted: (type: string) => boolean) =>
    processInfo
      .filter(({ type }) => isCounted(type))
      .reduce((sum, { id }) => sum + ownMemory(id), 0)
  return {
    page: sumOf((type) => type === 'renderer'),
    others: sumOf((type) => type !== 'renderer'),
  }
}
