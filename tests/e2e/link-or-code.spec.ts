import type { Page } from '@playwright/test'
import { texts } from '../../contract/texts.ts'
import { WITHOUT_WORKER } from '../support/browser-options.ts'
import { violationsOf } from './axe.ts'
import { expect, test } from './fixtures.ts'

test.use(WITHOUT_WORKER)

async function openDialog(page: Page) {
  await page.goto('/')
  await page.getByRole('button', { name: texts.ormaLink.title }).click()
  return page.getByRole('dialog', { name: texts.ormaLink.title })
}

test('an Orma opens by a message that holds its link', async ({ page, orma, party }) => {
  const dialog = await openDialog(page)
  const field = dialog.getByLabel(texts.ormaLink.field)
  await field.fill('See you on Saturday!')
  await dialog.getByRole('button', { name: texts.ormaLink.open, exact: true }).click()
  await expect(dialog.getByText(texts.ormaLink.none)).toBeVisible()
  expect(await violationsOf(page)).toEqual([])
  await field.fill(`Photos here: ${orma.url}/${party.event.event_hash}. See you on Saturday!`)
  await field.press('Enter')
  await expect(page.getByRole('heading', { name: party.event.name, level: 1 })).toBeVisible()
})

test('an Orma opens by its code before the camera, which then goes off', async ({
  page,
  party,
}) => {
  const { event_hash, name } = party.event
  await page.addInitScript(fakeCamera)
  const dialog = await openDialog(page)
  const scan = dialog.getByRole('button', { name: texts.ormaLink.scan })
  await scan.click()
  await expect(dialog.getByText(texts.ormaLink.aim)).toBeVisible()
  await expect(dialog.getByText(texts.ormaLink.other)).toBeVisible()
  expect(await cameraStates(page)).toEqual(['live'])
  await dialog.getByRole('button', { name: texts.common.close }).click()
  await expect.poll(() => cameraStates(page)).toEqual(['ended'])

  await page.getByRole('button', { name: texts.ormaLink.title }).click()
  await scan.click()
  await page.evaluate((code) => ((window as unknown as Camera).code = code), `/${event_hash}`)
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
})

interface Camera {
  /** What the code before the camera says. */
  code: string
  cameras: MediaStreamTrack[]
}

/** A camera that shows a canvas, and a reader of codes, which browsers for computers lack. */
function fakeCamera(): void {
  const state = window as unknown as Camera & { BarcodeDetector: unknown }
  Object.assign(state, { code: 'https://elsewhere.example/', cameras: [] })
  state.BarcodeDetector = class {
    static getSupportedFormats = async () => ['qr_code']
    detect = async () => [{ rawValue: state.code }]
  }
  const getUserMedia = async () => {
    const canvas = document.createElement('canvas')
    canvas.getContext('2d')
    const stream = canvas.captureStream(10)
    state.cameras.push(...stream.getTracks())
    const draw = () => canvas.getContext('2d')?.fillRect(0, 0, Math.random() * 99, 99)
    setInterval(draw, 50)
    return stream
  }
  Object.defineProperty(navigator, 'mediaDevices', { value: { getUserMedia } })
}

function cameraStates(page: Page) {
  return page.evaluate(() =>
    (window as unknown as Camera).cameras.map(({ readyState }) => readyState),
  )
}
