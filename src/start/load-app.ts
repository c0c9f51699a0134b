import { APP_LINK_CLASS } from '../../contract/routes.ts'
import { wait } from '../device/wait.ts'
import { untilAppIsThere } from '../worker/releases.ts'
import { forgetReloads } from '../worker/reload-guard.ts'
import { takeEarlyTap } from './early-tap.ts'

/**
 * Fetches the app, its packages first, and runs it. Where its scripts cannot be had, loads the page anew once they can: with the
 * photo that was tapped meanwhile, if one was.
 */
export async function loadApp(): Promise<void> {
  const links = [...document.querySelectorAll<HTMLLinkElement>(`.${APP_LINK_CLASS}`)]
  // Both parts are fetched at once, and run one after the other, each in a task.
  for (const link of links) link.rel = 'modulepreload'
  await wait(0)
  loadStylesOfDrawings()
  try {
    await import('./packages.ts')
    await wait(0)
    const { started } = await import('./main.tsx')
    await started
    forgetReloads('app')
  } catch (error) {
    console.error(error)
    if (links.length === 0) return
    if (!(await untilAppIsThere(links.map(({ href }) => href)))) return
    const tapped = takeEarlyTap()
    if (tapped) location.assign(tapped)
    else location.reload()
  }
}

/** The browser reads its own styles for SVG at the first element of it: 20 ms of a slow phone, in the app's first frame without this. */
function loadStylesOfDrawings(): void {
  const drawing = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
  document.body.append(drawing)
  void drawing.getBoundingClientRect()
  drawing.remove()
}
