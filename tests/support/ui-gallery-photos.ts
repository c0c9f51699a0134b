/** A made-up evening, drawn as SVG: sky, hills, lights. Each seed gives another one. */
export function eveningPhoto(seed: number, width = 600, height = 600): string {
  const random = randomFrom(seed)
  const hue = [24, 340, 210, 36, 265, 150, 12, 190][seed % 8] ?? 24
  const sky = `hsl(${hue} ${45 + random() * 30}% ${62 + random() * 20}%)`
  const low = `hsl(${(hue + 18) % 360} 62% ${38 + random() * 20}%)`
  const lights = Array.from({ length: 14 }, () => {
    const [x, y, r] = [random() * width, random() * height, 8 + random() * width * 0.07]
    return `<circle cx="${x}" cy="${y}" r="${r}" fill="hsl(${hue + random() * 40} 95% 82%)" opacity="${0.12 + random() * 0.4}"/>`
  }).join('')
  const hill = (level: number, color: string) =>
    `<path d="M0 ${height * level}C${width * 0.3} ${height * (level - random() * 0.2)} ${width * 0.6} ${height * (level + 0.1)} ${width} ${height * (level - random() * 0.15)}V${height}H0z" fill="${color}"/>`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><defs><linearGradient id="g" x2="0" y2="1"><stop stop-color="${sky}"/><stop offset="1" stop-color="${low}"/></linearGradient><filter id="b"><feGaussianBlur stdDeviation="3"/></filter></defs><rect width="100%" height="100%" fill="url(#g)"/><g filter="url(#b)">${lights}</g>${hill(0.72, `hsl(${hue} 40% 26%)`)}${hill(0.86, `hsl(${hue} 45% 14%)`)}</svg>`
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}

/** Real thumbhashes, for places without their photo. */
export const THUMBHASHES = [
  '1QcSHQRnh493V4dIh4eXh1h4kJUI',
  '3PcNNYSFeXh/d3eld0iHZoZgVwh2',
  'HBkSHYSIeHiPiHh8eJd4eTN0EEQG',
]

function randomFrom(seed: number): () => number {
  let state = seed * 2654435761 + 1
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}
