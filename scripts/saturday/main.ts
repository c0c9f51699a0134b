import { parseArgs } from 'node:util'
import { DRAWN, SATURDAY } from './assumptions.ts'
import { coresOf, moneyOf } from './costs.ts'
import type { CostLine } from './costs.ts'
import { COUNTED, simulate } from './load.ts'
import type { Counted, Load } from './load.ts'

// `npm run saturday [-- --seed=1]`: the load of ten thousand events on one Saturday. docs/SCALE.md quotes its output.

const SECONDS = 60
const HOURS_SHOWN = { from: 13, until: 26 }
const BAR = 50

const { values } = parseArgs({ options: { seed: { type: 'string', default: '1' } } })
const load = simulate(Number.parseInt(values.seed, 10) || 0)
const lines = [
  ...headOf(values.seed),
  '',
  ...tableOf(load),
  '',
  ...curveOf(load['API requests']),
  '',
  'Cores that are busy in the busiest minutes:',
  ...coresOf(load).map(costLine),
  '',
  'Money, at the example prices:',
  ...moneyOf(load).map(costLine),
]
process.stdout.write(`${lines.join('\n')}\n`)

function headOf(seed: string): string[] {
  const { events, guests, hours, beginsAt } = SATURDAY
  return [
    `${numeral(events)} events of ${guests} guests and ${hours} hours, beginning about ${beginsAt}:00 (seed ${seed}).`,
    `${DRAWN} evenings were drawn; each stands for ${events / DRAWN}.`,
  ]
}

function tableOf(counted: Load): string[] {
  const rows = COUNTED.map((name) => {
    const minutes = counted[name]
    const peak = Math.max(...minutes)
    const at = minutes.indexOf(peak)
    const isLevel = name === 'listeners'
    return [
      name,
      isLevel ? '' : amount(name, sum(minutes)),
      amount(name, isLevel ? peak : peak / SECONDS) + (isLevel ? '' : ' a second'),
      clock(at),
    ]
  })
  return [['', 'all evening', 'busiest minute', 'at'], ...rows].map(
    ([name = '', all = '', peak = '', at = '']) =>
      `${name.padEnd(20)}${all.padStart(14)}${peak.padStart(22)}${at.padStart(8)}`,
  )
}

/** Requests of each half hour as a bar. */
function curveOf(minutes: Float64Array): string[] {
  const halves: [minute: number, total: number][] = []
  for (let minute = HOURS_SHOWN.from * 60; minute < HOURS_SHOWN.until * 60; minute += 30) {
    halves.push([minute, sum(minutes.subarray(minute, minute + 30))])
  }
  const top = Math.max(...halves.map(([, total]) => total))
  return [
    'API requests a second, by half hour:',
    ...halves.map(([minute, total]) => {
      const bar = '#'.repeat(Math.round((BAR * total) / top))
      return `${clock(minute)} ${numeral(total / 30 / SECONDS).padStart(7)} ${bar}`.trimEnd()
    }),
  ]
}

function costLine([what, howMuch, why]: CostLine): string {
  return `${what.padEnd(18)}${howMuch.padStart(12)}  ${why}`
}

function amount(name: Counted, value: number): string {
  if (!name.startsWith('bytes')) return numeral(value)
  return value >= 1e12 ? `${(value / 1e12).toFixed(1)} TB` : `${(value / 1e9).toFixed(1)} GB`
}

/** Three digits that count, as the rest is chance. */
function numeral(value: number): string {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, value))) - 2)
  return (Math.round(value / unit) * unit).toLocaleString('en')
}

function clock(minute: number): string {
  const hour = Math.floor(minute / 60) % 24
  return `${String(hour).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
}

function sum(values_: Float64Array): number {
  return values_.reduce((total, each) => total + each, 0)
}
