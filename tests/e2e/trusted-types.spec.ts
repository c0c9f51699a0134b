// The test of Playwright itself: here the policy is violated on purpose, for which the others' fails.
import { expect, test } from '@playwright/test'
import { WITHOUT_WORKER } from '../support/browser-options.ts'
import { startOrma } from '../support/orma-server.ts'

test.use(WITHOUT_WORKER)

test('X10: the browser stops markup, eval, policies and other hosts', async ({ page }) => {
  const orma = await startOrma()
  try {
    await page.goto(orma.url)
    const outcomes = await page.evaluate(
      async (elsewhere) => {
        const outcome = (work: () => unknown) => {
          try {
            work()
            return 'done'
          } catch (error) {
            return error instanceof Error ? error.name : 'refused'
          }
        }
        const image = new Image()
        const loaded = new Promise<string>((resolve) => {
          image.addEventListener('load', () => resolve('loaded'))
          image.addEventListener('error', () => resolve('refused'))
        })
        image.src = `${elsewhere}/icon.png`
        const inline = document.createElement('style')
        inline.textContent = 'body { --inline: 1 }'
        document.head.append(inline)
        return {
          markup: outcome(() => (document.createElement('div').innerHTML = '<b>x</b>')),
          script: outcome(() => (document.createElement('script').src = '/assets/x.js')),
          policy: outcome(() => {
            const { trustedTypes } = window as unknown as {
              trustedTypes: { createPolicy: (name: string, rules: object) => unknown }
            }
            trustedTypes.createPolicy('default', {})
          }),
          image: await loaded,
          request: await fetch(elsewhere).then(
            () => 'answered',
            () => 'refused',
          ),
          // The debugging protocol lets its own call do this, but not what comes after a wait.
          // oxlint-disable-next-line no-eval -- it is to be refused
          string: outcome(() => (0, eval)('1')),
          style: getComputedStyle(document.body).getPropertyValue('--inline'),
        }
      },
      orma.url.replace('localhost', '127.0.0.1'),
    )
    expect(outcomes).toEqual({
      markup: 'TypeError',
      script: 'TypeError',
      policy: 'TypeError',
      image: 'refused',
      request: 'refused',
      string: 'EvalError',
      style: '',
    })
  } finally {
    await orma.close()
  }
})
