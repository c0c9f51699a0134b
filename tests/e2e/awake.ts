import type { Page } from '@playwright/test'

/** Notes the locks by which a page keeps the screen awake; gives how many it holds. */
export async function watchAwake(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const { wakeLock } = navigator
    const request = wakeLock.request.bind(wakeLock)
    const locks: WakeLockSentinel[] = []
    Object.assign(window, {
      held: () => locks.filter(({ released }) => !released).length,
      releaseAll: () => Promise.all(locks.map((lock) => lock.release())),
    })
    wakeLock.request = async (type) => {
      const lock = await request(type)
      locks.push(lock)
      return lock
    }
  })
  return () => page.evaluate(() => (window as unknown as { held: () => number }).held())
}

/** What the browser does where the page is hidden, and then seen again. */
export async function hideAndShow(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await (window as unknown as { releaseAll: () => Promise<void> }).releaseAll()
    document.dispatchEvent(new Event('visibilitychange'))
  })
}
