import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CDPSession, Page } from '@playwright/test'
import { makeVideo } from '../support/make-video.ts'
import type { VideoOptions } from '../support/make-video.ts'

/** What an Orma has whose organiser allows videos. */
export const WITH_VIDEOS = { allowVideos: 'true' }

/** Films a video; gives its path. Playwright’s own Chromium plays WebM alone. */
export async function film(name: string, options: VideoOptions = {}): Promise<string> {
  const file = join(await mkdtemp(join(tmpdir(), 'orma-video-')), name)
  const isWebm = name.endsWith('.webm')
  await makeVideo(file, { ...(isWebm && { codec: 'vp9', audio: 'opus' }), ...options })
  return file
}

export async function chooseFiles(page: Page, files: string[]): Promise<void> {
  await page.locator('input[type=file]').setInputFiles(files)
}

/** As the picker does, for files of any size: the page gets them by name, and reads them itself. */
export async function handOver(cdp: CDPSession, files: string[]): Promise<void> {
  const { root } = await cdp.send('DOM.getDocument')
  const selector = 'input[type=file]'
  const { nodeId } = await cdp.send('DOM.querySelector', { nodeId: root.nodeId, selector })
  await cdp.send('DOM.setFileInputFiles', { files, nodeId })
}
