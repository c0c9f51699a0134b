import { join } from 'node:path'
import { build } from 'vite'
import type { Plugin } from 'vite'

/** Builds the kill switch, which the server serves in place of the worker. */
export function buildKillSwitch(root: string): Plugin {
  return {
    name: 'orma:kill-switch',
    apply: 'build',
    closeBundle: {
      sequential: true,
      async handler() {
        await build({
          configFile: false,
          root,
          logLevel: 'warn',
          publicDir: false,
          build: {
            outDir: join(root, 'dist'),
            emptyOutDir: false,
            rolldownOptions: {
              input: join(root, 'sw/kill-switch.ts'),
              output: { format: 'iife', entryFileNames: 'sw-off.js' },
            },
          },
        })
      },
    },
  }
}
