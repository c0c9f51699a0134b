import sharp from 'sharp'

/** A picture whose quarters are red, green, blue and white, so that its parts can be told apart. */
export async function quarters(width: number, height: number): Promise<Buffer> {
  const rect = (x: number, y: number, colour: string) =>
    `<rect x="${x}%" y="${y}%" width="50%" height="50%" fill="${colour}"/>`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${rect(0, 0, '#f00')}${rect(50, 0, '#0f0')}${rect(0, 50, '#00f')}${rect(50, 50, '#fff')}</svg>`
  return sharp(Buffer.from(svg)).jpeg().toBuffer()
}

/** The colours of a served picture's corners, upper left first, as R, G, B or W. */
export async function corners(
  url: string,
): Promise<{ letters: string; width: number; height: number }> {
  const bytes = Buffer.from(await (await fetch(url)).arrayBuffer())
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
  const at = (x: number, y: number) => {
    const place =
      (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * info.channels
    const [r = 0, g = 0] = data.subarray(place)
    return r > 128 && g > 128 ? 'W' : r > 128 ? 'R' : g > 128 ? 'G' : 'B'
  }
  const letters = at(0.05, 0.05) + at(0.95, 0.05) + at(0.05, 0.95) + at(0.95, 0.95)
  return { letters, width: info.width, height: info.height }
}
