import { useEffect } from 'react'
import type { RefObject } from 'react'
import { http } from '../../api/http.ts'
import { accentShades, vividColor } from '../../ui/accent-color.ts'
import type { Rgb } from '../../ui/accent-color.ts'
import { showTheme } from '../../ui/theme.ts'
import { whenIdle } from '../../ui/when-idle.ts'

/** Enough pixels to find a picture's colours. */
const SAMPLE_PX = 16

/** What was found, by the picture's address: who comes back to an Orma sees its colour at once. */
const found = new Map<string, Rgb | undefined>()

/** Gives the page the accent of a banner's image while it is mounted, readable in both themes, also in the browser's own bar. */
export function useBannerAccent(banner: RefObject<HTMLImageElement | null>): void {
  useEffect(() => {
    const image = banner.current
    if (!image) return
    let isOver = false
    let callOff = () => {}
    const show = async () => {
      const { currentSrc, naturalWidth } = image
      if (naturalWidth > 0) found.set(currentSrc, vividColor(await sample(currentSrc)))
      if (!isOver && image.currentSrc === currentSrc) showAccent(found.get(currentSrc))
    }
    const showSoon = () => {
      callOff()
      if (found.has(image.currentSrc)) return showAccent(found.get(image.currentSrc))
      // A picture that cannot be read leaves the page the colour that it has.
      callOff = whenIdle(() => void show().catch(() => undefined))
    }
    if (image.complete) showSoon()
    image.addEventListener('load', showSoon)
    return () => {
      isOver = true
      image.removeEventListener('load', showSoon)
      callOff()
      clearAccent()
    }
  }, [banner])
}

function showAccent(color: Rgb | undefined): void {
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

/**
 * Some of a picture's pixels. Its bytes are read once more, out of a cache: drawn as the element that shows it, it is decoded by
 * the page's main thread, in a task of 35 ms on a phone.
 */
async function sample(src: string): Promise<ArrayLike<number>> {
  const bitmap = await createImageBitmap(await http(src, { responseType: 'blob' }))
  const canvas = new OffscreenCanvas(SAMPLE_PX, SAMPLE_PX)
  const context = canvas.getContext('2d', { willReadFrequently: true })
  context?.drawImage(bitmap, 0, 0, SAMPLE_PX, SAMPLE_PX)
  bitmap.close()
  return context?.getImageData(0, 0, SAMPLE_PX, SAMPLE_PX).data ?? []
}
