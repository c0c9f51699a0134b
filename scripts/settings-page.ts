/** Writes the table of settings into their page. */
import { readFileSync, writeFileSync } from 'node:fs'
import * as v from 'valibot'
import { SETTINGS } from '../server/config.ts'

const PAGE = new URL('../docs/deploy/settings.md', import.meta.url)
const TABLE = /^\| Variable[^]+?\n(?=\n)/m

/** The page as it is, with the table that the settings make. */
export function settingsPage(): string {
  return readFileSync(PAGE, 'utf8').replace(TABLE, () => settingsTable())
}

function settingsTable(): string {
  const rows = Object.entries(SETTINGS).map(([name, setting]) => {
    const { what, unset } = v.getMetadata(setting) as { what: string; unset: string }
    const standard = v.getDefault(setting)
    return [`\`${name}\``, standard ? `\`${standard}\`` : unset, what]
  })
  const all = [['Variable', 'Default', 'What it sets'], ...rows]
  const widths = [0, 1, 2].map((at) => Math.max(...all.map((row) => row[at]!.length)))
  const [head, ...body] = all.map((row) => row.map((cell, at) => cell.padEnd(widths[at]!)))
  const line = widths.map((width) => '-'.repeat(width))
  return [head!, line, ...body].map((row) => `| ${row.join(' | ')} |\n`).join('')
}

if (import.meta.main) writeFileSync(PAGE, settingsPage())
