import type { Layer } from '../paint/develop.ts'
import { farLights, slung } from '../paint/lamps.ts'
import { backdrop, disc, glow, gradient, placed, scatter, shape, stroke } from '../paint/marks.ts'
import type { Frame, Point } from '../paint/marks.ts'
import { guest } from '../paint/people.ts'
import { grass, woods } from '../paint/plants.ts'
import type { Random } from '../paint/seeded-random.ts'
import { SKIES, skyMarks, stars } from '../paint/skies.ts'

const CLOTH =
  'M-540 -196Q-380 -250 -250 -420Q-140 -290 0 -282Q140 -290 250 -420Q380 -250 540 -196Q420 -176 330 -190Q240 -176 165 -190Q80 -176 0 -190Q-80 -176 -165 -190Q-240 -176 -330 -190Q-420 -176 -540 -196Z'
const POLES = [-500, -330, -165, 0, 165, 330, 500]

/** The tent glowing in the meadow, seen from the dark. */
export function nightTent(frame: Frame, random: Random): Layer[] {
  const { width, height } = frame
  const sky = random.pick([SKIES.rose, SKIES.dusk, SKIES.blueHour, SKIES.night])
  const ground = height * random.between(0.66, 0.8)
  const scale = Math.min(width / 1350, 1) * random.between(0.85, 1.5)
  const x = width * random.between(0.36, 0.64)
  const people = scatter(random, 16, () => {
    const place = [x + random.between(-440, 440) * scale, ground + random.between(-6, 8)] as const
    return placed(guest(random, '#3a1a0e', 'calm'), place, { scale: 0.66 * scale })
  })
  const lamps = { top: ground - 30, bottom: ground + 30, every: 75, size: 12 }
  return [
    { marks: skyMarks(sky, frame, ground) + stars(frame, random, ground * 0.9) },
    { marks: woods(frame, random, { y: ground + 10, tall: 360, colour: '#080b13' }), blur: 4 },
    {
      marks:
        backdrop(frame, ['#3b2a14', '#141208', '#070806'], ground) +
        glow(x, ground + 30, 720 * scale, '#ffae52', 0.55),
      blur: 2,
    },
    { marks: glow(x, ground - 150, 950 * scale, '#ff9a42', 0.6), blend: 'screen' },
    { marks: placed(inside(), [x, ground], { scale }) },
    { marks: people, blur: 1.4 },
    { marks: placed(roof(), [x, ground], { scale }) },
    { marks: farLights(random, frame, lamps), blur: 1, blend: 'screen' },
    { marks: grass(frame, random, { colour: '#0a0a08', light: '#c98a45', height: 170 }), blur: 4 },
  ]
}

function inside(): string {
  const lamps = [-260, 10, 280].map((x) => glow(x, -125, 240, '#fff4d2', 0.9))
  return (
    gradient('inside', ['#ffdf9e', '#ffb958', '#d9782c']) +
    shape('M-500 -190Q-250 -230 0 -210Q250 -230 500 -190V0H-500Z', 'url(#inside)') +
    lamps.join('')
  )
}

/** Two peaks of cloth with light from within, poles, ropes, and bulbs along the eaves. */
function roof(): string {
  const seams = [-430, -340, -165, -70, 70, 165, 340, 430].map((x) => {
    const peak = x < 0 ? -250 : 250
    return `M${x} -188Q${x * 0.8 + peak / 6} -250 ${peak} -418`
  })
  const eaves = POLES.slice(1).map((to, at) => {
    const from: Point = [POLES[at] ?? to, -192]
    return slung(from, [to, -192], { sag: 24, count: 6, cable: 1 }, eavesLight)
  })
  return (
    gradient('cloth', ['#8d6a55', '#f0c48c', '#ffdda6']) +
    stroke(POLES.map((x) => `M${x} -194V0`).join(''), '#d99a52', 5) +
    shape(CLOTH, 'url(#cloth)') +
    stroke(seams.join(''), '#b8702f', 2, 0.5) +
    stroke('M-540 -196L-640 8M540 -196L640 8', '#2a1a10', 3) +
    shape('M-252 -418V-470L-208 -458L-250 -446ZM248 -418V-470L292 -458L250 -446Z', '#e88a4a') +
    eaves.join('')
  )
}

function eavesLight(x: number, y: number): string {
  return glow(x, y, 34, '#ffcf80', 0.9) + disc(x, y, 4.5, '#fff8e0')
}
