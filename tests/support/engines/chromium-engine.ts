import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { findChromium } from '../../../scripts/find-chromium.ts'
import { CHROMIUM_FLAGS } from '../browser-options.ts'
import { startBrowser, untilGiven } from './browser-process.ts'
import { asExpression, fromExpression } from './engine.ts'
import type { Engine } from './engine.ts'
import { openJsonSocket } from './json-socket.ts'

const ARGS = ['--headless', ...CHROMIUM_FLAGS, '--remote-debugging-port=0']

interface Evaluated {
  result: { value?: unknown }
  exceptionDetails?: { text: string; exception?: { description?: string } }
}

/** Starts Chromium on a profile; `address`: of its debugging protocol. */
export async function startChromium(profile: string, flags: readonly string[] = []) {
  const portFile = join(profile, 'DevToolsActivePort')
  await rm(portFile, { force: true })
  const args = [...ARGS, ...flags, `--user-data-dir=${profile}`, 'about:blank']
  const browser = startBrowser(findChromium() ?? 'chromium', args)
  const address = await untilGiven('Chromium', async () => {
    const [port, path] = (await readFile(portFile, 'utf8')).split('\n')
    return port && path ? `ws://127.0.0.1:${port}${path}` : undefined
  })
  return { ...browser, address }
}

/** Chromium over its debugging protocol, attached to the page alone: its worker then starts and stops as for guests. */
export const chromiumEngine: Engine = {
  name: 'chromium',
  async open(profile) {
    const { kill9, address } = await startChromium(profile)
    const socket = await openJsonSocket(address)
    const { targetId } = await socket.call<{ targetId: string }>('Target.createTarget', {
      url: 'about:blank',
    })
    const { sessionId } = await socket.call<{ sessionId: string }>('Target.attachToTarget', {
      targetId,
      flatten: true,
    })
    await socket.call('Page.enable', {}, { sessionId })
    return {
      kill9,
      async goto(url) {
        const loaded = socket.event(({ method }) => method === 'Page.loadEventFired')
        loaded.catch(() => undefined)
        const { errorText } = await socket.call<{ errorText?: string }>(
          'Page.navigate',
          { url },
          { sessionId },
        )
        if (errorText) throw new Error(`${url}: ${errorText}`)
        await loaded
      },
      async evaluate(work, ...args) {
        const { result, exceptionDetails } = await socket.call<Evaluated>(
          'Runtime.evaluate',
          { expression: asExpression(work, args), awaitPromise: true, returnByValue: true },
          { sessionId },
        )
        if (exceptionDetails) {
          throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text)
        }
        return fromExpression(result.value)
      },
    }
  },
}
