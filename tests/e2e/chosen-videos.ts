import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CDPSession, Page } from '@playwright/test'
import { makeVideo } from '../support/make-video.ts'
import type { VideoOptions } from '../support/make-video.ts'

/** What an Orma has whose organiser allows videos. */
export const WITH_VIDEOS = { allowVideos: 'true' }

const folder = mkdtempSync(join(tmpdir(), 'orma-video-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
const films = new Map<string, Promise<string>>()

/** Films a video; gives its path. The same one is filmed once for all tests of a process. Playwright’s own Chromium plays WebM alone. */
export function film(name: string, options: VideoOptions = {}): Promise<string> {
  const isWebm = name.endsWith('.webm')
  const all: VideoOptions = { ...(isWebm && { codec: 'vp9', audio: 'opus' }), ...options }
  const key = JSON.stringify([name, all])
  const filmed = films.get(key) ?? make(join(folder, String(films.size)), name, all)
  films.set(key, filmed)
  return filmed
}

async function make(own: string, name: string, options: VideoOptions): Promise<string> {
  mkdirSync(own)
  await makeVideo(join(own, name), options)
  return join(own, name)
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
