import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** At least as strict as the server's policy: no inline code or style, nothing from elsewhere. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self' data: blob:",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ')

/** Shows every piece of src/ui in every state: `vite -c tests/support/ui-gallery.vite.ts`, then /tests/support/ui-gallery.html. */
export default defineConfig({
  root: new URL('../..', import.meta.url).pathname,
  plugins: [react()],
  build: {
    outDir: 'test-results/ui-gallery',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    cssCodeSplit: false,
    modulePreload: { polyfill: false },
    rolldownOptions: { input: 'tests/support/ui-gallery.html' },
  },
  preview: { headers: { 'Content-Security-Policy': POLICY } },
})
