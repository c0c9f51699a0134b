/**
 * What the film needs of a 2D canvas context; the page's has it, and the server's. `Drawable` is whatever that canvas can draw.
 */
export interface FilmContext<Drawable> {
  globalAlpha: number
  fillStyle: unknown
  strokeStyle: unknown
  lineWidth: number
  font: string
  textAlign: string
  textBaseline: string
  imageSmoothingEnabled: boolean
  imageSmoothingQuality: string
  globalCompositeOperation: string
  drawImage(
    picture: Drawable,
    sx: number,
    sy: number,
    sw: number,
    sh: number,
    dx: number,
    dy: number,
    dw: number,
    dh: number,
  ): void
  fillRect(x: number, y: number, width: number, height: number): void
  strokeRect(x: number, y: number, width: number, height: number): void
  fillText(text: string, x: number, y: number): void
  measureText(text: string): { width: number }
  createLinearGradient(x0: number, y0: number, x1: number, y1: number): FilmGradient
  createRadialGradient(
    x0: number,
    y0: number,
    r0: number,
    x1: number,
    y1: number,
    r1: number,
  ): FilmGradient
  getImageData(x: number, y: number, width: number, height: number): FilmPixels
  putImageData(pixels: FilmPixels, x: number, y: number): void
}

interface FilmGradient {
  addColorStop(at: number, color: string): void
}

export interface FilmPixels {
  /** Red, green, blue, alpha of each pixel. */
  data: { [at: number]: number; length: number }
  width: number
  height: number
}

/** Pixels. */
export interface Size {
  width: number
  height: number
}

/** The point of a picture that should be seen, as shares of its width and height from its upper left corner. */
export interface Focus {
  x: number
  y: number
}
