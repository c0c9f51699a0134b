import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** Shows every piece of src/ui in every state: `vite -c tests/support/ui-gallery.vite.ts`, then /tests/support/ui-gallery.html. */
export default defineConfig({
  root: new URL('../..', import.meta.url).pathname,
  plugins: [react()],
  build: {
    outDir: 'test-results/ui-gallery',
    assetsInlineLimit: 0,
    cssCodeSplit: false,
    rolldownOptions: { input: 'tests/support/ui-gallery.html' },
  },
})
