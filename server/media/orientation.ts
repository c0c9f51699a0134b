import type { Sharp } from 'sharp'

/** A photo of which it was decided when it was received how it lies. */
export interface Oriented {
  /** How the stored picture must be turned to be upright, 1 to 8 (EXIF 2.32, Orientation). */
  orientation: number
}

/** Turns a picture by its orientation, after it was resized; sharp flips before it rotates, whatever the order of the calls. */
export function turnUpright(picture: Sharp, orientation: number): Sharp {
  const angle = [0, 0, 180, 0, 90, 90, 270, 270][orientation - 1] ?? 0
  return picture
    .flip(orientation === 4 || orientation === 5 || orientation === 7)
    .flop(orientation === 2)
    .rotate(angle)
}

/** A size as the upright picture has it, or back. */
export function turnSize<T extends { width: number; height: number }>(
  size: T,
  orientation: number,
): T {
  return orientation >= 5 ? { ...size, width: size.height, height: size.width } : size
}
