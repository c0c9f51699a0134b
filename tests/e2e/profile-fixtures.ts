import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import type { BrowserContext } from '@playwright/test'
import { expect, test as base } from './fixtures.ts'

export { expect }

interface ProfileFixtures {
  /** A browser with a profile, as a person has one: nothing can be installed from a private window. */
  profile: BrowserContext
}

export const test = base.extend<ProfileFixtures>({
  profile: async ({ launchOptions, watch }, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'orma-profile-'))
    const context = await chromium.launchPersistentContext(folder, {
      ...launchOptions,
      args: [...(launchOptions.args ?? []), '--enable-devtools-pwa-handler'],
    })
    watch(context)
    await use(context)
    await context.close()
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  },
})
