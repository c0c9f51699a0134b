import { useEffect } from 'react'
import type { RefObject } from 'react'
import { accentShades, vividColor } from './accent-color.ts'
import { showTheme } from './theme.ts'
import { whenIdle } from './when-idle.ts'

/** Enough pixels to find a picture's colours. */
const SAMPLE_PX = 24

/**
 * Gives the page the accent of a banner's image while it is mounted, readable in both themes, also in the browser's own bar. The
 * image's pixels have to be readable.
 */
export function useBannerAccent(banner: RefObject<HTMLImageElement | null>): void {
  useEffect(() => {
    const image = banner.current
    if (!image) return
    let callOff = () => {}
    const show = () => {
      callOff()
      callOff = whenIdle(() => showAccent(image))
    }
    if (image.complete) show()
    image.addEventListener('load', show)
    return () => {
      image.removeEventListener('load', show)
      callOff()
      clearAccent()
    }
  }, [banner])
}

function showAccent(image: HTMLImageElement): void {
  const color = image.naturalWidth > 0 ? vividColor(sample(image)) : undefined
  if (!color) return clearAccent()
  const { light, dark } = accentShades(color)
  const { style } = document.documentElement
  style.setProperty('--accent-light', `rgb(${light.join()})`)
  style.setProperty('--accent-dark', `rgb(${dark.join()})`)
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')) {
    meta.content = `rgb(${light.join()})`
  }
}

function clearAccent(): void {
  document.documentElement.style.removeProperty('--accent-light')
  document.documentElement.style.removeProperty('--accent-dark')
  showTheme()
}

function sample(image: HTMLImageElement): Uint8ClampedArray {
  const canvas = new OffscreenCanvas(SAMPLE_PX, SAMPLE_PX)
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) return new Uint8ClampedArray()
  context.drawImage(image, 0, 0, SAMPLE_PX, SAMPLE_PX)
  return context.getImageData(0, 0, SAMPLE_PX, SAMPLE_PX).data
}
