import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { runProgram } from '../support/failed-start.ts'
import { readFile } from '../support/source-files.ts'

const ROOT = join(import.meta.dirname, '../..')
const PAGE = 'docs/SCALE.md'

describe('docs/SCALE.md', () => {
  it('quotes what npm run saturday says', async () => {
    const { code, out } = await runProgram(['scripts/saturday/main.ts'])
    expect(code).toBe(0)
    expect(readFile(PAGE)).toContain(`\`\`\`text\n${out}\`\`\`\n`)
  })

  it('names files that are there', () => {
    const named = [...readFile(PAGE).matchAll(/`((?:[\w.-]+\/)+[\w.-]+\.\w+)`/g)].map(
      ([, path = '']) => path,
    )
    expect(named.length).toBeGreaterThan(0)
    expect(named.filter((path) => !existsSync(join(ROOT, path)))).toEqual([])
  })
})
