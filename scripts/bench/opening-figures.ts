import { texts } from '../../contract/texts.ts'
import { serveDemo } from './demo-server.ts'
import type { Figure } from './figure.ts'
import { middleOf, noteAnswers, readNoted, tap, untilFrame } from './finger.ts'
import { median } from './http-load.ts'
import { longTasks, TRACE_CATEGORIES } from './main-thread-trace.ts'
import type { TraceEvent } from './main-thread-trace.ts'
import { newSlowPage, openSlowPhone, whenSettled } from './slow-phone.ts'
import type { SlowPage, SlowPhone } from './slow-phone.ts'

const ROUNDS = 3
/** Until all that a tap leads to is done. */
const DONE_MS = 4_000
const TASK_MS = 50

interface Way {
  /** Milliseconds until the frame after the tap. */
  frameMs: number
  /** Of the processor; 0: no task was over 50 ms. */
  taskMs: number
}

/** Opening a post from its Orma's page, at rest, and going back, on a slow phone. Shown and never held. */
export async function openingFigures(): Promise<Figure[]> {
  const demo = await serveDemo()
  const phone = await openSlowPhone(demo.port)
  try {
    const rounds: Way[][] = []
    while (rounds.length < ROUNDS) rounds.push(await thereAndBack(phone, `/${demo.event_hash}`))
    return WAYS.flatMap((name, at) => {
      const ways = rounds.flatMap((round) => round[at] ?? [])
      return [
        {
          name: `until the frame after ${name}, page at rest`,
          measured: median(ways.map(({ frameMs }) => frameMs)),
          unit: 'ms',
          budget: { atMost: 100 },
        },
        {
          name: `longest task over ${TASK_MS} ms after ${name}`,
          measured: median(ways.map(({ taskMs }) => taskMs)),
          unit: 'ms of CPU',
        },
      ]
    })
  } finally {
    await phone.close()
    await demo.close()
  }
}

const WAYS = ['a tap on a photo', 'a tap on the way back']

/** On a device that knows the Orma, and has not opened a post yet. */
async function thereAndBack(phone: SlowPhone, path: string): Promise<Way[]> {
  const context = await phone.takeNew()
  const first = await newSlowPage(context)
  await first.page.goto(path)
  await whenSettled(first, phone.relay)
  await first.page.close()
  const opened = await newSlowPage(context)
  await opened.page.addInitScript(noteAnswers)
  await phone.browser.startTracing(opened.page, { categories: TRACE_CATEGORIES })
  await opened.page.goto(path)
  await whenSettled(opened, phone.relay)
  const seen = [
    await tapOn(opened, 'li[data-post]:nth-child(2)'),
    await tapOn(opened, `button[aria-label="${texts.common.back}"]`),
  ]
  const bytes = await phone.browser.stopTracing()
  const firstPaint = await opened.page.evaluate(
    () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN,
  )
  const { traceEvents } = JSON.parse(bytes.toString()) as { traceEvents: TraceEvent[] }
  const { tasks } = longTasks(traceEvents, firstPaint)
  await context.close()
  return seen.map(({ at, frameMs }) => {
    const from = at - firstPaint
    const after = tasks.filter((task) => task.at + task.ms > from && task.at < from + DONE_MS)
    return { frameMs, taskMs: Math.max(0, ...after.map(({ cpuMs }) => cpuMs)) }
  })
}

async function tapOn(opened: SlowPage, selector: string): Promise<{ at: number; frameMs: number }> {
  const place = await middleOf(opened.page, selector)
  await opened.page.evaluate(() => {
    const { noted } = window as unknown as { noted: object }
    for (const name of Object.keys(noted)) Reflect.deleteProperty(noted, name)
  })
  await tap(opened, place)
  await opened.page.waitForTimeout(DONE_MS)
  const noted = await readNoted(opened)
  return { at: noted.inputAt ?? NaN, frameMs: untilFrame(noted) }
}
