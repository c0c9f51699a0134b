import type { Page } from '@playwright/test'
import { texts } from '../../contract/texts.ts'
import { makePhoto } from '../support/photos.ts'
import { expect } from './fixtures.ts'

export interface ChosenFile {
  name: string
  mimeType: string
  buffer: Buffer
}

export function photos(count: number): Promise<ChosenFile[]> {
  return Promise.all(
    Array.from({ length: count }, async (_, seed) => ({
      name: `IMG_${seed}.jpg`,
      mimeType: 'image/jpeg',
      buffer: await makePhoto({ width: 1200, height: 900, seed }),
    })),
  )
}

export async function choose(page: Page, files: ChosenFile[]): Promise<void> {
  await page.locator('input[type=file]').setInputFiles(files)
}

/** Chooses so many photos; resolves when the screen says of each that it is on this phone. */
export async function chooseNew(page: Page, count: number): Promise<void> {
  await choose(page, await photos(count))
  await expect(page.getByText(texts.upload.savedOnPhone)).toHaveCount(count)
}
