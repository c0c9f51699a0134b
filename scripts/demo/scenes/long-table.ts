import type { Colour } from '../paint/colour.ts'
import { mix } from '../paint/colour.ts'
import type { Layer } from '../paint/develop.ts'
import { bloom } from '../paint/flowers.ts'
import { flame } from '../paint/lamps.ts'
import { disc, glow, placed, rect, scatter, stroke, wash } from '../paint/marks.ts'
import type { Frame } from '../paint/marks.ts'
import { twig } from '../paint/plants.ts'
import type { Random } from '../paint/seeded-random.ts'

const TABLES = [
  { wood: ['#5b3522', '#6d4129', '#4a2b1d'], plate: '#efe3d2', flowers: ['#e99a86', '#b5405a'] },
  { wood: ['#3a3436', '#4a4244', '#2d282b'], plate: '#c9d4d4', flowers: ['#f3b56a', '#fff1df'] },
  { wood: ['#a8865f', '#b8946c', '#97764f'], plate: '#f3ece0', flowers: ['#fff1df', '#c9586a'] },
] as const
const LEAVES = ['#5c7a62', '#3f5a48', '#7d9678'] as const

/** The laid table from above: a runner of leaves and flowers, plates along both sides, candles between. */
export function longTable(frame: Frame, random: Random): Layer[] {
  const { width, height } = frame
  const { wood, plate, flowers } = random.pick(TABLES)
  const turn = random.pick([0, -24, 18, 38]) + (height > width ? 90 : 0)
  const scale = random.between(0.85, 1.5)
  const onTable = (marks: string) => placed(marks, [width / 2, height / 2], { turn, scale })
  const planks = scatter(random, 16, (at) => {
    const y = (at - 8) * 130
    return rect(-1500, y, 3000, 130, random.pick(wood)) + grain(random, y)
  })
  const seats = random.times(7, (at) => (at - 3) * 310 + 60)
  const setting = placeSetting(plate)
  const settings = seats.map(
    (x) => placed(setting, [x, 285]) + placed(setting, [x + 40, -285], { turn: 180 }),
  )
  const shadows = seats.map(
    (x) => disc(x + 12, 300, 128, '#0c0605', 0.6) + disc(x + 52, -270, 128, '#0c0605', 0.6),
  )
  const greens = scatter(random, 44, (at) => {
    const place = [(at - 22) * 62, random.between(-34, 34)] as const
    const turned = random.between(-50, 50) + (at % 2) * 180
    return placed(twig(random.between(110, 190), LEAVES, random), place, { turn: turned })
  })
  const blooms = scatter(random, 17, (at) => {
    const place = [(at - 8) * 150 + random.between(-40, 40), random.between(-44, 44)] as const
    const size = random.between(0.4, 0.72)
    return placed(bloom(random, random.pick(flowers)), place, { scale: size })
  })
  const candles = random.times(9, (at) => (at - 4) * 230 + random.between(-40, 40))
  const atCandles = (draw: (x: number, y: number) => string) =>
    onTable(candles.map((x, at) => draw(x, ((at * 47) % 120) - 60)).join(''))
  const candle = placed(flame(0, 18, 42), [0, 0], { turn: -turn })
  const light = atCandles((x, y) => glow(x, y, 900, '#ffe6c0', 0.6))
  return [
    { marks: onTable(planks) },
    { marks: onTable(shadows.join('')), blur: 14 },
    { marks: onTable(settings.join('')) },
    { marks: onTable(greens + blooms) },
    { marks: wash('#3a2430') + light, blend: 'multiply' },
    { marks: atCandles((x, y) => glow(x, y, 330, '#ff9a42', 0.5)), blend: 'screen' },
    { marks: atCandles((x, y) => disc(x, y, 32, '#ffe4b4', 0.8) + placed(candle, [x, y])) },
  ]
}

function grain(random: Random, y: number): string {
  const line = () =>
    `M-1500 ${y + random.between(10, 120)}Q0 ${y + random.between(-10, 140)} 1500 ${y + random.between(10, 120)}`
  const lines = random.times(7, line).join('')
  return stroke(`M-1500 ${y}H1500`, '#1a0f0b', 4, 0.6) + stroke(lines, '#1a0f0b', 2, 0.22)
}

/** A plate with napkin, fork, knife and glass, the guest below. */
function placeSetting(plate: Colour): string {
  const prongs = 'M-168 110V-92M-182 -92V-30Q-168 -8 -154 -30V-92'
  return (
    disc(0, 0, 128, mix(plate, '#8a6a50', 0.2)) +
    disc(0, 0, 122, plate) +
    disc(0, 0, 88, mix(plate, '#9a7a60', 0.16)) +
    disc(0, 0, 84, mix(plate, '#ffffff', 0.25)) +
    rect(-34, -64, 68, 128, mix(plate, '#c9967a', 0.34)) +
    stroke('M-11 -62V62M11 -62V62', mix(plate, '#9a6a50', 0.5), 2) +
    stroke(prongs, '#e8cf9c', 5, 0.9) +
    stroke('M168 110V-60', '#f7e9c8', 9, 0.9) +
    disc(150, -160, 52, '#ffffff', 0.12) +
    disc(150, -160, 40, '#a8283a', 0.75) +
    disc(140, -170, 14, '#e88a7a', 0.5)
  )
}
