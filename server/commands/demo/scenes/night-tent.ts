import type { Frame, Layer } from '../develop.ts'
import { farLights, slung } from '../lamps.ts'
import { guest } from '../people.ts'
import { grass, tree } from '../plants.ts'
import type { Random } from '../seeded-random.ts'
import { SKIES, skyMarks, stars } from '../skies.ts'
import { backdrop, disc, glow, gradient, placed, scatter, shape, stroke } from '../svg-marks.ts'

/** The tent glowing in the meadow, seen from the dark. */
export function nightTent(frame: Frame, random: Random): Layer[] {
  const { width, height } = frame
  const ground = height * random.between(0.72, 0.78)
  const size = Math.min(width / 1350, 1) * random.between(0.95, 1.1)
  const x = width * random.between(0.44, 0.56)
  const woods = scatter(random, Math.round(width / 50), () =>
    tree(random.between(-40, width + 40), ground + 10, random.between(130, 330), '#080b13', random),
  )
  const people = random.times(16, () =>
    placed(
      guest(random, '#3a1a0e', random.chance(0.4) ? 'dancing' : 'calm'),
      [x + random.between(-440, 440) * size, ground + random.between(-6, 8)],
      { scale: 0.62 * size },
    ),
  )
  return [
    {
      marks:
        skyMarks(random.pick([SKIES.blueHour, SKIES.night, SKIES.dusk]), frame, ground) +
        stars(frame, random, ground * 0.9, 170),
    },
    { marks: woods, blur: 4 },
    {
      marks:
        backdrop(frame, ['#3b2a14', '#141208', '#070806'], ground) +
        glow(x, ground + 30, 720 * size, '#ffae52', 0.55),
      blur: 2,
    },
    { marks: glow(x, ground - 150, 950 * size, '#ff9a42', 0.6), blend: 'screen' },
    { marks: placed(tentInside(), [x, ground], { scale: size }) },
    { marks: people.join(''), blur: 2 },
    { marks: placed(tentRoof(random), [x, ground], { scale: size }) },
    {
      marks: farLights(random, frame, {
        top: ground - 30,
        bottom: ground + 30,
        every: 75,
        size: 12,
      }),
      blur: 1,
      blend: 'screen',
    },
    { marks: grass(frame, random, { colour: '#0a0a08', light: '#c98a45', height: 170 }), blur: 4 },
  ]
}

function tentInside(): string {
  return (
    gradient('inside', ['#ffdf9e', '#ffb958', '#d9782c']) +
    shape('M-500 -190Q-250 -230 0 -210Q250 -230 500 -190V0H-500Z', 'url(#inside)') +
    glow(-260, -120, 230, '#fff4d2', 0.9) +
    glow(10, -130, 250, '#fff4d2', 0.9) +
    glow(280, -120, 230, '#fff4d2', 0.9)
  )
}

/** Two peaks of cloth with light from within, poles, ropes, and bulbs along the eaves. */
function tentRoof(random: Random): string {
  const cloth =
    'M-540 -196Q-380 -250 -250 -420Q-140 -290 0 -282Q140 -290 250 -420Q380 -250 540 -196Q420 -176 330 -190Q240 -176 165 -190Q80 -176 0 -190Q-80 -176 -165 -190Q-240 -176 -330 -190Q-420 -176 -540 -196Z'
  const seams = [-430, -340, -165, -70, 70, 165, 340, 430].map((x) =>
    stroke(
      `M${x} -188Q${x * 0.8 + (x < 0 ? -40 : 40)} -250 ${x < 0 ? -250 : 250} -418`,
      '#b8702f',
      2,
      0.5,
    ),
  )
  const poles = [-500, -330, -165, 0, 165, 330, 500].map((x) =>
    stroke(`M${x} -194V0`, '#d99a52', 5),
  )
  const ropes = stroke('M-540 -196L-640 8M540 -196L640 8', '#2a1a10', 3)
  const eaves = [-540, -330, -165, 0, 165, 330].flatMap((from, at) =>
    slung([from, -190], [[-330, -165, 0, 165, 330, 540][at] ?? 0, -190], 26, 6),
  )
  const flags = [-250, 250].map(
    (x) =>
      stroke(`M${x} -418V-470`, '#3a2415', 4) +
      shape(`M${x} -470L${x + random.between(34, 48)} -458L${x} -446Z`, '#e88a4a'),
  )
  return (
    gradient('cloth', ['#8d6a55', '#f0c48c', '#ffdda6']) +
    poles.join('') +
    shape(cloth, 'url(#cloth)') +
    seams.join('') +
    ropes +
    flags.join('') +
    eaves
      .map(([bx, by]) => glow(bx, by, 34, '#ffcf80', 0.9) + disc(bx, by, 4.5, '#fff8e0'))
      .join('')
  )
}
