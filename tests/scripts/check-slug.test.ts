import { resolveConfig } from 'vite'
import type { HtmlTagDescriptor } from 'vite'
import { describe, expect, it, vi } from 'vitest'

/** What a build begins with: it reads its settings, and every plugin looks at them. */
const beginBuild = (slug: string) => {
  vi.stubEnv('VITE_PRODUCT_SLUG', slug)
  return resolveConfig({ logLevel: 'silent' }, 'build')
}

describe('a build', () => {
  it('ends before it has begun where the timeline’s slug is a word that a call of an Orma has, or no step of a path', async () => {
    const taken = ['highlight', 'post', 'posts', 'timeline', 'uploads']
    for (const slug of [...taken, 'a b', 'reel/days']) {
      await expect(beginBuild(slug)).rejects.toThrow(/^VITE_PRODUCT_SLUG may be /)
    }
  })

  it('takes any other word for it, which it writes into the HTML, and does without', async () => {
    for (const slug of ['moments', '']) {
      const { env, plugins } = await beginBuild(slug)
      expect(env['VITE_PRODUCT_SLUG']).toBe(slug)
      const { transformIndexHtml } = plugins.find(({ name }) => name === 'orma:check-slug') ?? {}
      const written = (transformIndexHtml as () => HtmlTagDescriptor[])()
      expect(written.map(({ attrs }) => attrs?.['content'])).toEqual(slug ? [slug] : [])
    }
  })
})
