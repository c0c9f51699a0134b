import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import type { Plugin } from 'vite'

/** Files worth compressing; photos and fonts are compressed already. */
const TEXT_FILE = /\.(js|css|html|svg|webmanifest)$/

/** Writes a `.br` beside each text file of the build, so that the server need not compress. */
export function precompress(dist: string): Plugin {
  return {
    name: 'orma:precompress',
    apply: 'build',
    closeBundle: {
      order: 'post',
      // After the worker's build, which runs in the same hook.
      sequential: true,
      handler() {
        for (const file of readdirSync(dist, { recursive: true, encoding: 'utf8' })) {
          if (!TEXT_FILE.test(file)) continue
          const path = join(dist, file)
          writeFileSync(`${path}.br`, brotliCompressSync(readFileSync(path)))
        }
      },
    },
  }
}
