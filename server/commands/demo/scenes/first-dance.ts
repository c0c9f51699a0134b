import type { Frame, Layer } from '../develop.ts'
import { bulb, cable, farLights, slung } from '../lamps.ts'
import { couple, guest } from '../people.ts'
import type { Random } from '../seeded-random.ts'
import { backdrop, ellipse, glow, placed, scatter, shape, wash } from '../svg-marks.ts'
import type { Point } from '../svg-marks.ts'

/** Two who dance against the light, under strings of bulbs; the others watch from the dark. */
export function firstDance(frame: Frame, random: Random): Layer[] {
  const { width, height } = frame
  const floor = height * 0.8
  const x = width * random.between(0.4, 0.6)
  const size = height * random.between(0.0026, 0.0031)
  const light = random.pick(['#ffb45e', '#ff9e6b', '#ffc27a'] as const)
  const strings = random.times(5, (at) => {
    const side = at % 2 === 0 ? -60 : width + 60
    const from: Point = [side, random.between(-20, height * 0.22)]
    const to: Point = [x + random.between(-140, 140), height * 0.02]
    return (
      cable(from, to, 110, 2) +
      slung(from, to, 110, Math.round(width / 75))
        .map(([bx, by]) => bulb(bx, by, 8 + at))
        .join('')
    )
  })
  const watchers = random.times(Math.round(width / 70), (at) => {
    const place = at * 74 + random.between(-20, 20)
    return Math.abs(place - x) < 190
      ? ''
      : placed(guest(random, '#1d0f10', 'calm'), [place, floor + random.between(-14, 10)], {
          scale: size * 0.62,
        })
  })
  const flip = random.chance(0.5)
  const pair = placed(couple('#0b0608'), [x, floor + 60], { scale: size, flip })
  const rim = placed(couple(light), [x, floor + 58], { scale: size * 1.012, flip })
  return [
    {
      marks:
        backdrop(frame, ['#0d0a16', '#2a1420', '#6b2f22', '#b9622f', '#b9622f']) +
        backdrop(frame, ['#8a4a28', '#1a0d0c'], floor),
    },
    {
      marks: farLights(random, frame, {
        top: height * 0.3,
        bottom: height * 0.75,
        every: 14,
        size: 44,
      }),
      blur: 2,
      blend: 'screen',
    },
    { marks: strings.join(''), blur: 3 },
    { marks: watchers.join(''), blur: 5 },
    {
      marks:
        glow(x, floor - 190, 620, light, 0.95) +
        glow(x, floor - 120, 300, '#fff0d0', 0.8) +
        beams(x, floor, light),
      blur: 10,
      blend: 'screen',
    },
    {
      marks: scatter(random, 26, () =>
        ellipse(
          x + random.between(-600, 600),
          floor + random.between(-30, 90),
          random.between(100, 260),
          random.between(12, 34),
          '#ffca94',
          random.between(0.06, 0.16),
        ),
      ),
      blur: 16,
      blend: 'screen',
    },
    {
      marks: placed(
        `<g transform="scale(1 -0.5)">${placed(couple('#0b0608'), [0, 0], { scale: size, flip })}</g>`,
        [x, floor + 60],
      ),
      blur: 9,
    },
    { marks: rim, blur: 4, blend: 'screen' },
    { marks: pair },
    {
      marks:
        wash('#ff8a3c', 0.05) +
        scatter(random, 40, () =>
          glow(
            random.between(0, width),
            random.between(height * 0.3, height),
            random.between(3, 9),
            '#ffe2b0',
            0.8,
          ),
        ),
      blend: 'screen',
    },
  ]
}

function beams(x: number, floor: number, colour: `#${string}`): string {
  return [-1, -0.45, 0.45, 1]
    .map((lean) =>
      shape(
        `M${x + lean * 30} ${floor - 300}L${x + lean * 900 - 130} -200H${x + lean * 900 + 130}Z`,
        colour,
        0.13,
      ),
    )
    .join('')
}
