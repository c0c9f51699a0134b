import type { Page } from '@playwright/test'

interface PaintEntry extends PerformanceEntry {
  renderTime: number
}

/** Milliseconds from the start of the navigation to the frame on the screen that has the element, a picture with its pixels. */
export async function firstPaint(page: Page, url: string, selector: string): Promise<number> {
  await page.addInitScript((wanted) => {
    // The browser tells when it has painted an element that carries this attribute before.
    const ask = () => {
      for (const element of document.querySelectorAll(wanted)) {
        if (!element.hasAttribute('elementtiming')) element.setAttribute('elementtiming', 'wanted')
      }
    }
    new MutationObserver(ask).observe(document, { childList: true, subtree: true })
    new PerformanceObserver((list) => {
      const [{ renderTime }] = list.getEntries() as [PaintEntry]
      document.documentElement.dataset['painted'] ??= String(renderTime)
    }).observe({ type: 'element' })
  }, selector)
  // The network may be a black hole: what is looked for is on the screen long before all is loaded.
  await page.goto(url, { waitUntil: 'commit' })
  await page.waitForFunction(() => document.documentElement.dataset['painted'])
  return page.evaluate(() => Number(document.documentElement.dataset['painted']))
}
