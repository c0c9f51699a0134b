import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { loadEnv } from 'vite'
import { DIST, eventPageScripts, eventPageStyles, precachedFiles } from './built-files.ts'

/** What has a budget: its files, and how many bytes they may have at brotli's best. */
const FIGURES: [name: string, files: string[], budget: number][] = [
  ['JavaScript of the event page', eventPageScripts(), 150_000],
  ['CSS of the event page', eventPageStyles(), 8_000],
  ['service worker', ['sw.js'], 37_000],
  ['precache', precachedFiles(), 382_000],
]

/** A build with an operator's own settings may exceed the budget by some bytes. */
const hasOwnSettings = Object.keys(loadEnv('production', '.', 'VITE_')).length > 0

for (const [name, files, budget] of FIGURES) {
  const bytes = files.reduce((sum, file) => sum + compressedSize(file), 0)
  const verdict = bytes <= budget ? 'ok' : 'TOO LARGE'
  const figure = `${kilobytes(bytes)} of ${kilobytes(budget)} kB`
  console.log(
    `${name.padEnd(30)} ${figure} in ${String(files.length).padStart(2)} files  ${verdict}`,
  )
  if (bytes > budget && !hasOwnSettings) process.exitCode = 1
}

/** Bytes as they are sent: compressed, except for files such as fonts, which are compressed already. */
function compressedSize(file: string): number {
  const bytes = readFileSync(join(DIST, file))
  return Math.min(bytes.length, brotliCompressSync(bytes).length)
}

function kilobytes(bytes: number): string {
  return (bytes / 1000).toFixed(1).padStart(5)
}
