import type { BrowserContext, Page } from '@playwright/test'
import { texts } from '../../contract/texts.ts'
import { serveBarePage } from './bare-page-server.ts'
import { serveDemo } from './demo-server.ts'
import type { Figure } from './figure.ts'
import { middleOf, noteAnswers, readNoted, tap, untilFrame } from './finger.ts'
import type { Point } from './finger.ts'
import { newSlowPage, openSlowPhone, whenBareSettled, whenSettled } from './slow-phone.ts'
import type { Settle, SlowPage, SlowPhone } from './slow-phone.ts'

/** After the first paint; each in a visit of its own. */
const MOMENTS_MS = [50, 300, 700]
/** What somebody waits for who has tapped: an answer that comes later counts as none. */
const PATIENCE_MS = 4_000
/** A finger's way up the window, a step for each frame. */
const SCROLL = { fromY: 600, toY: 200, stepPx: 20, frameMs: 16 }

type Act = (page: SlowPage, places: Places) => Promise<unknown>
const ACTS: [name: string, act: Act][] = [
  ['a tap on a photo', (opened, { photo }) => tap(opened, photo)],
  ['a tap on Add photos', (opened, { photo, add = photo }) => tap(opened, add)],
  ['a scroll', scroll],
]
const VISITS = ['first visit', 'later visit'] as const

interface Places {
  photo: Point
  /** Absent: the bare page has no such button, and its photo is tapped. */
  add?: Point
}

interface Answer {
  /** Milliseconds from the input to the next frame that could show something of it. */
  ms: number
  /** From the input until the address had changed; absent: it did not. */
  opensMs?: number
}

/** A page on a phone of its own, which is visited anew for each answer. */
interface Visited {
  phone: SlowPhone
  path: string
  /** A phone that has been there before. */
  known: BrowserContext
  places: Places
}

/**
 * How soon an Orma's page answers what a person does within the first second after its first paint, on a slow phone: the slowest of
 * some moments. The budget is what people take for at once. Shown and never held. Beside it, the same of the bare page, which
 * does nothing but draw the photos and the next frame: what the machine takes for that, with the page's pictures under way.
 */
export async function answerFigures(): Promise<Figure[]> {
  const demo = await serveDemo()
  const bare = await serveBarePage(demo.port)
  const phones = [await openSlowPhone(demo.port), await openSlowPhone(bare.port)] as const
  const path = `/${demo.event_hash}`
  try {
    const page = await firstVisit(phones[0], path, 'li[data-post]:nth-child(2)', whenSettled)
    const barePage = await firstVisit(phones[1], path, '.grid img:nth-child(2)', whenBareSettled)
    const figures: Figure[] = []
    for (const [name, act] of ACTS) {
      for (const visit of VISITS) {
        const answers: Answer[] = []
        const limits: Answer[] = []
        for (const moment of MOMENTS_MS) {
          answers.push(await answerOf(page, visit, moment, act))
          limits.push(await answerOf(barePage, visit, moment, act))
        }
        figures.push(...figuresOf(`${name}, ${visit}`, { answers, limits }, act === scroll))
      }
    }
    return figures
  } finally {
    for (const phone of phones) await phone.close()
    await bare.close()
    await demo.close()
  }
}

async function firstVisit(
  phone: SlowPhone,
  path: string,
  photo: string,
  settle: Settle,
): Promise<Visited> {
  const known = await phone.takeNew()
  const opened = await newSlowPage(known)
  await opened.page.goto(path)
  await settle(opened, phone.relay)
  const places = await placesOn(opened.page, photo)
  await opened.page.close()
  return { phone, path, known, places }
}

function figuresOf(
  name: string,
  { answers, limits }: { answers: readonly Answer[]; limits: readonly Answer[] },
  isScroll: boolean,
): Figure[] {
  const answer: Figure[] = [
    {
      name: `until the frame after ${name}`,
      measured: slowest(answers),
      unit: 'ms',
      budget: { atMost: 100 },
    },
    {
      name: `the same beside the bare page: ${name}`,
      measured: slowest(answers),
      limit: slowest(limits),
      unit: 'ms',
    },
  ]
  if (isScroll) return answer
  const opened = answers.flatMap(({ opensMs }) => opensMs ?? [])
  return [
    ...answer,
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

function slowest(answers: readonly Answer[]): number {
  return Math.max(...answers.map(({ ms }) => ms))
}

/** Of one act, in a visit of its own. */
async function answerOf(
  { phone, path, known, places }: Visited,
  visit: (typeof VISITS)[number],
  moment: number,
  act: Act,
): Promise<Answer> {
  const context = visit === 'first visit' ? await phone.takeNew() : known
  const visited = await newSlowPage(context)
  const answer = await answerTo(visited, path, moment, () => act(visited, places))
  await visited.page.close()
  if (context !== known) await context.close()
  return answer
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

async function placesOn(page: Page, photo: string): Promise<Places> {
  const add = `:is(a, button):has-text("${texts.event.upload}")`
  const hasAdd = (await page.locator(add).count()) > 0
  return {
    photo: await middleOf(page, photo),
    ...(hasAdd ? { add: await middleOf(page, add) } : {}),
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
