import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build, resolveConfig } from 'vite'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { PRODUCT_SLUG_META } from '../../contract/routes.ts'
import { checkSlug } from '../../scripts/build/check-slug.ts'
import { metaOf } from '../../server/http/page-routes.ts'

/** What a build begins with: it reads its settings, and every plugin looks at them. */
const beginBuild = (slug: string) => {
  vi.stubEnv('VITE_PRODUCT_SLUG', slug)
  return resolveConfig({ logLevel: 'silent' }, 'build')
}

describe('a build', () => {
  it('ends where the timeline’s slug is a call’s word, or no step of a path', async () => {
    const taken = ['highlight', 'post', 'posts', 'timeline', 'uploads']
    for (const slug of [...taken, 'a b', 'reel/days']) {
      await expect(beginBuild(slug)).rejects.toThrow(/^VITE_PRODUCT_SLUG may be /)
    }
  })

  it('takes any other word, which the server reads in the HTML, and none', async () => {
    for (const slug of ['moments', '']) {
      expect((await beginBuild(slug)).env['VITE_PRODUCT_SLUG']).toBe(slug)
      expect(metaOf(await buildPage(), PRODUCT_SLUG_META)).toBe(slug || undefined)
    }
  })
})

/** The HTML that Vite writes of an empty page. */
async function buildPage(): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'orma-page-'))
  onTestFinished(() => rm(root, { recursive: true }))
  const html = '<!doctype html><html lang="en"><head></head><body></body></html>'
  await writeFile(join(root, 'index.html'), html)
  await build({ root, configFile: false, logLevel: 'silent', plugins: [checkSlug()] })
  return readFile(join(root, 'dist/index.html'), 'utf8')
}
