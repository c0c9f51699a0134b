import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startBrowser, untilGiven } from './browser-process.ts'
import { asExpression, fromExpression } from './engine.ts'
import type { Engine } from './engine.ts'
import { openJsonSocket } from './json-socket.ts'

const PREFERENCES = {
  // The hidden page for thumbnails has a storage of its own, and would report an empty outbox.
  'browser.pagethumbnails.capturing_disabled': true,
  // After several kills it would offer a safe mode, or restore its last tabs.
  'toolkit.startup.max_resumed_crashes': -1,
  'browser.sessionstore.resume_from_crash': false,
  'browser.startup.page': 0,
  'browser.newtabpage.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'browser.aboutwelcome.enabled': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'toolkit.telemetry.reportingpolicy.firstRun': false,
  'app.update.disabledForTesting': true,
  'extensions.update.enabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'services.settings.server': 'data:,',
}

interface Evaluated {
  type: 'success' | 'exception'
  result?: { value?: unknown }
  exceptionDetails?: { text: string }
}

/** Firefox ESR over WebDriver BiDi, which it has built in. */
export const firefoxEngine: Engine = {
  name: 'firefox',
  async open(profile) {
    const portFile = join(profile, 'WebDriverBiDiServer.json')
    await rm(portFile, { force: true })
    await writeFile(join(profile, 'user.js'), userPreferences())
    const { kill9 } = startBrowser(
      'firefox-esr',
      ['--headless', '--remote-debugging-port=0', '--no-remote', '--profile', profile],
      { HOME: profile, MOZ_CRASHREPORTER_DISABLE: '1' },
    )
    const port = await untilGiven('Firefox', async () => {
      const { ws_port } = JSON.parse(await readFile(portFile, 'utf8')) as { ws_port?: number }
      return ws_port
    })
    const socket = await openJsonSocket(`ws://127.0.0.1:${port}/session`)
    await socket.call('session.new', { capabilities: {} })
    const { context } = await socket.call<{ context: string }>('browsingContext.create', {
      type: 'tab',
    })
    return {
      kill9,
      async goto(url) {
        await socket.call('browsingContext.navigate', { context, url, wait: 'complete' })
      },
      async evaluate(work, ...args) {
        const { result, exceptionDetails } = await socket.call<Evaluated>('script.evaluate', {
          expression: asExpression(work, args),
          target: { context },
          awaitPromise: true,
        })
        if (exceptionDetails) throw new Error(exceptionDetails.text)
        return fromExpression(result?.value)
      },
    }
  },
}

function userPreferences(): string {
  return Object.entries(PREFERENCES)
    .map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`)
    .join('')
}
