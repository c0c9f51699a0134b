import type { BrowserContext } from '@playwright/test'

/** How a violation of the content security policy reaches the console, and through it the test. */
const VIOLATION = 'Content Security Policy violated:'

/** The headless shell has no badge of an app, and a page whose worker sets one crashes in it. */
export function takeBadge(): void {
  Reflect.deleteProperty(Object.getPrototypeOf(navigator), 'setAppBadge')
}

/** Notes what its pages and workers do wrong. */
export function watchContext(context: BrowserContext, origin: string, problems: string[]): void {
  const { host } = new URL(origin)
  context.on('request', (request) => {
    const url = new URL(request.url())
    if (/^https?:|^wss?:/.test(url.protocol) && url.host !== host) {
      problems.push(`request to another host: ${url.href}`)
    }
  })
  context.on('weberror', (webError) => {
    const error = webError.error()
    problems.push(`uncaught: ${error.stack ?? error.message}`)
  })
  context.on('console', (message) => {
    const text = message.text()
    if (
      message.type() === 'error' &&
      /Content Security Policy|Trusted ?(Types|HTML|Script)|Uncaught/.test(text)
    ) {
      problems.push(text)
    }
  })
  void context.addInitScript((prefix) => {
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) => {
      console.error(`${prefix} ${violatedDirective} ${blockedURI} ${sample}`)
    })
  }, VIOLATION)
}
