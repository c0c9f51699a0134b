import { blurAddress, blurColor } from '../../../contract/blur.ts'
import { whenIdle } from '../layout/when-idle.ts'

/** Hashes of the blurs drawn: the browser holds these pictures, and shows them at once. */
const drawn = new Set<string>()

/**
 * Shows a photo's blur behind the pictures in its place. It is the photo's mean colour until the page is idle, for a picture takes
 * a browser as long as the layout of ten elements, however small it is; and stays that where a picture has come by then. Returns a
 * function that calls the blur off.
 */
export function drawBlur(place: HTMLElement, thumbhash: string | null | undefined): () => void {
  const color = blurColor(thumbhash)
  if (!thumbhash || !color) return nothing
  place.style.backgroundColor = color
  const draw = () => {
    if ([...place.querySelectorAll('img')].some(isThere)) return
    const blur = blurAddress(thumbhash)
    if (blur) place.style.backgroundImage = `url(${blur})`
    drawn.add(thumbhash)
  }
  if (!drawn.has(thumbhash)) return whenIdle(draw)
  draw()
  return nothing
}

function nothing(): void {}

function isThere({ complete, naturalWidth }: HTMLImageElement): boolean {
  return complete && naturalWidth > 0
}
