import type { Page } from '@playwright/test'
import { texts } from '../../contract/texts.ts'
import { serveDemo } from './demo-server.ts'
import type { Figure } from './figure.ts'
import { middleOf, noteAnswers, readNoted, tap, untilFrame } from './finger.ts'
import type { Point } from './finger.ts'
import { newSlowPage, openSlowPhone, whenSettled } from './slow-phone.ts'
import type { SlowPage } from './slow-phone.ts'

/** After the first paint; each in a visit of its own. */
const MOMENTS_MS = [50, 300, 700]
/** What somebody waits for who has tapped: an answer that comes later counts as none. */
const PATIENCE_MS = 4_000
/** A finger's way up the window, a step for each frame. */
const SCROLL = { fromY: 600, toY: 200, stepPx: 20, frameMs: 16 }

type Act = (page: SlowPage, places: Places) => Promise<unknown>
const ACTS: [name: string, act: Act][] = [
  ['a tap on a photo', (opened, { photo }) => tap(opened, photo)],
  ['a tap on Add photos', (opened, { add }) => tap(opened, add)],
  ['a scroll', scroll],
]

interface Places {
  photo: Point
  add: Point
}

interface Answer {
  /** Milliseconds from the input to the next frame that could show something of it. */
  ms: number
  /** From the input until the address had changed; absent: it did not. */
  opensMs?: number
}

/**
 * How soon an Orma's page answers what a person does within the first second after its first paint, on a slow phone: the slowest of
 * some moments. The budget is what people take for at once. Shown and never held.
 */
export async function answerFigures(): Promise<Figure[]> {
  const demo = await serveDemo()
  const phone = await openSlowPhone(demo.port)
  const path = `/${demo.event_hash}`
  try {
    const known = await phone.takeNew()
    const opened = await newSlowPage(known)
    await opened.page.goto(path)
    await whenSettled(opened, phone.relay)
    const places = await placesOn(opened.page)
    await opened.page.close()
    const figures: Figure[] = []
    for (const [name, act] of ACTS) {
      for (const visit of ['first visit', 'later visit']) {
        const answers: Answer[] = []
        for (const moment of MOMENTS_MS) {
          const context = visit === 'first visit' ? await phone.takeNew() : known
          const visited = await newSlowPage(context)
          answers.push(await answerTo(visited, path, moment, () => act(visited, places)))
          await visited.page.close()
          if (context !== known) await context.close()
        }
        figures.push(...figuresOf(`${name}, ${visit}`, answers, act === scroll))
      }
    }
    return figures
  } finally {
    await phone.close()
    await demo.close()
  }
}

function figuresOf(name: string, answers: readonly Answer[], isScroll: boolean): Figure[] {
  const slowest = Math.max(...answers.map(({ ms }) => ms))
  const answer: Figure = {
    name: `until the frame after ${name}`,
    measured: slowest,
    unit: 'ms',
    budget: { atMost: 100 },
  }
  if (isScroll) return [answer]
  const opened = answers.flatMap(({ opensMs }) => opensMs ?? [])
  return [
    answer,
    {
      name: `lost: ${name}`,
      measured: answers.length - opened.length,
      unit: '',
      budget: { atMost: 0 },
    },
    {
      name: `until the next page is on its way after ${name}`,
      measured: Math.max(0, ...opened),
      unit: 'ms',
    },
  ]
}

async function answerTo(
  visited: SlowPage,
  path: string,
  moment: number,
  act: () => Promise<unknown>,
): Promise<Answer> {
  const { page } = visited
  const painted = Promise.withResolvers<void>()
  await page.exposeFunction('tellPainted', () => painted.resolve())
  await page.addInitScript(noteAnswers)
  await page.addInitScript(tellPainted)
  await page.goto(path, { waitUntil: 'commit' })
  await painted.promise
  await page.waitForTimeout(moment)
  await act()
  await page.waitForTimeout(PATIENCE_MS)
  const noted = await readNoted(visited)
  const { inputAt = NaN, openedAt } = noted
  return {
    ms: untilFrame(noted),
    ...(openedAt === undefined ? {} : { opensMs: openedAt - inputAt }),
  }
}

/** Runs in the page. */
function tellPainted(): void {
  new PerformanceObserver(() => {
    void (window as unknown as { tellPainted: () => Promise<void> }).tellPainted()
  }).observe({ type: 'paint', buffered: true })
}

async function placesOn(page: Page): Promise<Places> {
  return {
    photo: await middleOf(page, 'li[data-post]:nth-child(2)'),
    add: await middleOf(page, `:is(a, button):has-text("${texts.event.upload}")`),
  }
}

/** Step by step: DevTools' own gesture scrolls no page that is new. A finger goes on before the page has heard of its last step. */
async function scroll({ page, session }: SlowPage): Promise<void> {
  const { fromY, toY, stepPx, frameMs } = SCROLL
  const heard: Promise<unknown>[] = []
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y?: number) => {
    const touchPoints = y === undefined ? [] : [{ x: 195, y }]
    const sent = session.send('Input.dispatchTouchEvent', { type, touchPoints })
    heard.push(sent)
    // A page that is closed meanwhile is told of below.
    sent.catch(() => undefined)
  }
  touch('touchStart', fromY)
  for (let y = fromY - stepPx; y >= toY; y -= stepPx) {
    touch('touchMove', y)
    await page.waitForTimeout(frameMs)
  }
  touch('touchEnd')
  await Promise.all(heard)
}
