import type { Page } from '@playwright/test'

/** What of the page leaves the screen, or has no room in it, in words. */
export function misplaced(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const wide = document.documentElement.clientWidth
    const nameOf = (element: Element) =>
      `${element.tagName.toLowerCase()}.${element.getAttribute('class') ?? ''} "${element.textContent.slice(0, 30)}"`
    const isHidden = (element: Element) =>
      element.closest(
        '.visually-hidden, .skip-link, dialog:not([open]), [popover]:not(:popover-open)',
      ) !== null || !element.checkVisibility({ opacityProperty: false, visibilityProperty: true })
    /** What scrolls sideways, or cuts what it shows (a photo to its place), may hold more than there is room for. */
    const isHeld = (element: Element) => {
      for (let at = element.parentElement; at && at !== document.body; at = at.parentElement)
        if (getComputedStyle(at).overflowX !== 'visible') return true
      return false
    }
    const problems: string[] = []
    if (document.documentElement.scrollWidth > wide)
      problems.push(`the page scrolls sideways: ${document.documentElement.scrollWidth} of ${wide}`)
    for (const element of document.body.querySelectorAll('*')) {
      if (isHidden(element)) continue
      const { left, right, width, height } = element.getBoundingClientRect()
      const isOut = width > 0 && height > 0 && (left < -1 || right > wide + 1)
      if (isOut && !isHeld(element)) problems.push(`${nameOf(element)} leaves: ${left} to ${right}`)
      if (!element.matches('h1, h2, h3, button, a, label')) continue
      if (element.matches('h1, h2, h3') && (width < 16 || height < 10))
        problems.push(`${nameOf(element)} has no room: ${width} x ${height}`)
      // Words that are cut on the way: a word in its own box wider than that.
      const cut = element.scrollWidth - element.clientWidth
      if (element.matches('button, a, label') && cut > 1 && element.clientWidth > 0)
        problems.push(`${nameOf(element)} holds more than it has room for: ${cut}`)
    }
    return problems
  })
}
