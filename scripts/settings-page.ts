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
  const head = ['Variable', 'Default', 'What it sets']
  const widthOf = (at: number) => Math.max(...[head, ...rows].map((row) => row[at]?.length ?? 0))
  const line = (cells: string[], fill = ' ') =>
    `| ${cells.map((cell, at) => cell.padEnd(widthOf(at), fill)).join(' | ')} |\n`
  return [line(head), line(['', '', ''], '-'), ...rows.map((row) => line(row))].join('')
}

if (import.meta.main) writeFileSync(PAGE, settingsPage())
