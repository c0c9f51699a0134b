import type { Locator } from '@playwright/test'

/** Whether a person would call an element's colour red. */
export async function isRed(element: Locator): Promise<boolean> {
  const [red = 0, green = 0, blue = 0] = await element.evaluate((coloured) => {
    const canvas = new OffscreenCanvas(1, 1).getContext('2d')
    if (!canvas) return []
    canvas.fillStyle = getComputedStyle(coloured).color
    canvas.fillRect(0, 0, 1, 1)
    return [...canvas.getImageData(0, 0, 1, 1).data]
  })
  return red > 1.5 * Math.max(green, blue)
}
