import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '../listening.ts'
import { startBrowser, untilGiven } from './browser-process.ts'
import { asExpression, fromExpression } from './engine.ts'
import type { Engine } from './engine.ts'
import { openJsonSocket } from './json-socket.ts'
import type { JsonSocket } from './json-socket.ts'
import { virtualScreen } from './virtual-screen.ts'

const FOLDERS = [
  '/usr/lib/x86_64-linux-gnu',
  '/usr/lib/aarch64-linux-gnu',
  '/usr/lib64',
  '/usr/lib',
]
const BROWSERS = FOLDERS.flatMap((folder) => [
  join(folder, 'webkit2gtk-4.1/MiniBrowser'),
  join(folder, 'webkitgtk-6.0/MiniBrowser'),
])
/** Decoders of what films are made of, H.264 and AAC. */
const DECODERS = FOLDERS.map((folder) => join(folder, 'gstreamer-1.0/libgstlibav.so'))
const LOADED_DEADLINE_MS = 120_000
const LOOK_AGAIN_MS = 50
/** The inspector closes a connection after a message of more than 128 KiB. */
const PIECE_LENGTH = 50_000

/** WebKitGTK's small browser; undefined where it is not installed. */
export function findMiniBrowser(): string | undefined {
  return BROWSERS.find((path) => existsSync(path))
}

/** Whether that browser can play films. */
export function hasFilmDecoders(): boolean {
  return DECODERS.some((path) => existsSync(path))
}

/**
 * WebKitGTK over its inspector's protocol, not over WebDriver: an automated browser has a private session, which is lost when it
 * is killed.
 */
export const webkitEngine: Engine = {
  name: 'webkit',
  async open(profile) {
    const port = await freePort()
    const folders = await profileFolders(profile)
    const { kill9 } = startBrowser(findMiniBrowser() ?? 'MiniBrowser', ['about:blank'], {
      ...folders,
      DISPLAY: await virtualScreen(),
      LIBGL_ALWAYS_SOFTWARE: '1',
      NO_AT_BRIDGE: '1',
      GIO_USE_VFS: 'local',
      WEBKIT_INSPECTOR_HTTP_SERVER: `127.0.0.1:${port}`,
    })
    const page = await reachPage(port)
    return {
      kill9,
      async goto(url) {
        await page.evaluate('document.ormaMark = 1')
        const leaving = page.evaluate(`void (location.href = ${JSON.stringify(url)})`)
        // The answer may be lost with the page that is left.
        await leaving.catch(() => undefined)
        // The page before may still be loading itself, above all the first one.
        const isThere = `document.ormaMark !== 1 && location.href !== 'about:blank' && document.readyState === 'complete'`
        const deadline = Date.now() + LOADED_DEADLINE_MS
        while ((await page.evaluate(isThere).catch(() => false)) !== true) {
          if (Date.now() > deadline) throw new Error(`${url} did not load`)
          await wait(LOOK_AGAIN_MS)
        }
      },
      async evaluate(work, ...args) {
        const list = await handOver(page, JSON.stringify(args))
        return fromExpression(await page.evaluatePromise(asExpression(work, args, list)))
      },
    }
  },
}

/** Gives an expression for the arguments; long ones are sent to the page in pieces first. */
async function handOver(page: Page, json: string): Promise<string> {
  if (json.length <= PIECE_LENGTH) return json
  await page.evaluate(`globalThis.ormaArguments = ''`)
  for (let at = 0; at < json.length; at += PIECE_LENGTH) {
    const piece = JSON.stringify(json.slice(at, at + PIECE_LENGTH))
    await page.evaluate(`void (globalThis.ormaArguments += ${piece})`)
  }
  return 'JSON.parse(globalThis.ormaArguments)'
}

async function profileFolders(profile: string): Promise<Record<string, string>> {
  const folders = {
    HOME: profile,
    XDG_DATA_HOME: join(profile, 'data'),
    XDG_CACHE_HOME: join(profile, 'cache'),
    XDG_CONFIG_HOME: join(profile, 'config'),
    XDG_RUNTIME_DIR: join(profile, 'run'),
  }
  for (const folder of Object.values(folders)) await mkdir(folder, { recursive: true, mode: 0o700 })
  return folders
}

/** Evaluates in the present page: the browser replaces its target at a page with another opener policy. */
async function reachPage(port: number): Promise<Page> {
  let page: Page | undefined
  async function current(): Promise<Page> {
    if (page?.isOpen()) return page
    const reached = await untilGiven('WebKitGTK', async () => {
      const list = await (await fetch(`http://127.0.0.1:${port}/`)).text()
      const path = /\/socket\/\d+\/\d+\/WebPage/.exec(list)?.[0]
      if (path === undefined) return undefined
      return attachToPage(await openJsonSocket(`ws://127.0.0.1:${port}${path}`))
    })
    page = reached
    return reached
  }
  await current()
  return {
    isOpen: () => page?.isOpen() ?? false,
    evaluate: async (expression) => (await current()).evaluate(expression),
    evaluatePromise: async (expression) => (await current()).evaluatePromise(expression),
  }
}

interface Page {
  isOpen: () => boolean
  evaluate: (expression: string) => Promise<unknown>
  evaluatePromise: (expression: string) => Promise<unknown>
}

interface Evaluated {
  result: { value?: unknown; objectId?: string; description?: string }
  wasThrown?: boolean
}

/** Calls to the page are wrapped in calls to the browser; a navigation may change the page's process. */
async function attachToPage(socket: JsonSocket): Promise<Page> {
  let target: string | undefined
  let calls = 0
  const waiting = new Map<number, (answer: { result?: Evaluated; error?: unknown }) => void>()
  socket.onEvent(({ method, params }) => {
    const info = params['targetInfo'] as { targetId: string; type: string } | undefined
    if (method === 'Target.targetCreated' && info?.type === 'page') target = info.targetId
    if (method === 'Target.didCommitProvisionalTarget') target = String(params['newTargetId'])
    if (method !== 'Target.dispatchMessageFromTarget') return
    const answer = JSON.parse(String(params['message']))
    waiting.get(answer.id)?.(answer)
  })
  const first = await untilGiven('the page', () => Promise.resolve(target))

  async function call(method: string, params: Record<string, unknown>): Promise<Evaluated> {
    const id = ++calls
    const answered = new Promise<{ result?: Evaluated; error?: unknown }>((resolve, reject) => {
      waiting.set(id, resolve)
      AbortSignal.timeout(LOADED_DEADLINE_MS).addEventListener('abort', () =>
        reject(new Error(`${method}: no answer`)),
      )
    })
    const message = JSON.stringify({ id, method, params })
    await socket.call('Target.sendMessageToTarget', { targetId: target ?? first, message })
    const { result, error } = await answered.finally(() => waiting.delete(id))
    if (!result || error || result.wasThrown) {
      throw new Error(`${method}: ${result?.result.description ?? JSON.stringify(error)}`)
    }
    return result
  }

  return {
    isOpen: socket.isOpen,
    evaluate: async (expression: string) =>
      (await call('Runtime.evaluate', { expression, returnByValue: true })).result.value,
    async evaluatePromise(expression: string) {
      const { result } = await call('Runtime.evaluate', { expression })
      const promiseObjectId = result.objectId
      return (await call('Runtime.awaitPromise', { promiseObjectId, returnByValue: true })).result
        .value
    },
  }
}
