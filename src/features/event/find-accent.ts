import { useEffect } from 'react'
import type { RefObject } from 'react'
import { http } from '../../api/http.ts'
import { deviceStorage } from '../../session/device-storage.ts'
import { accentShades, vividColor } from '../../ui/style/accent-color.ts'
import type { Rgb } from '../../ui/style/accent-color.ts'
import { whenIdle } from '../../ui/layout/when-idle.ts'
import { storeAccent, readAccent, showAccent } from './banner-accent.ts'

/** Enough pixels to find a picture's colours. */
const SAMPLE_PX = 16

interface BannerAccentProps {
  event_hash: string
  of: RefObject<HTMLImageElement | null>
}

/**
 * Finds the accent of a banner's image, readable in both themes, unless this device has found it before; notes it and gives it to
 * the page. Who comes back to the Orma sees it at once.
 */
export function BannerAccent({ event_hash, of: banner }: BannerAccentProps) {
  useEffect(() => {
    const image = banner.current
    const address = image?.getAttribute('src')
    if (!image || !address || readAccent(deviceStorage, event_hash, address) !== undefined) return
    let isOver = false
    let callOff = () => {}
    const find = async () => {
      if (image.naturalWidth === 0) return
      const color = vividColor(await sample(image.currentSrc))
      const accent = color ? shadesOf(color) : null
      storeAccent(deviceStorage, event_hash, { banner: address, accent })
      if (accent && !isOver) showAccent(accent)
    }
    const findSoon = () => {
      callOff()
      // A picture that cannot be read leaves the page the colour that it has.
      callOff = whenIdle(() => void find().catch(() => undefined))
    }
    if (image.complete) findSoon()
    image.addEventListener('load', findSoon, { once: true })
    return () => {
      isOver = true
      image.removeEventListener('load', findSoon)
      callOff()
    }
  }, [event_hash, banner])
  return null
}

function shadesOf(color: Rgb) {
  const { light, dark } = accentShades(color)
  return { light: `rgb(${light.join()})`, dark: `rgb(${dark.join()})` }
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
