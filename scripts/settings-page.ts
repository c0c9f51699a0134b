/** Writes the table of settings into their page. */
import { readFileSync, writeFileSync } from 'node:fs'
import * as v from 'valibot'
import { SETTINGS } from '../server/config.ts'
import { markdownTable } from './markdown-table.ts'

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
  return markdownTable(['Variable', 'Default', 'What it sets'], rows)
}

if (import.meta.main) writeFileSync(PAGE, settingsPage())
