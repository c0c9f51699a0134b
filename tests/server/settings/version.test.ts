import { execFileSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readVersion } from '../../../server/settings/version.ts'
import { ownFolder } from '../../support/fixtures.ts'

it('the version names the commit of its checkout, however Git has it', async () => {
  const folder = await ownFolder()
  await writeFile(join(folder, 'package.json'), '{"version":"1.2.3"}')
  expect(readVersion(folder)).toBe('1.2.3')

  const author = ['-c', 'user.name=Olga', '-c', 'user.email=o@example.com']
  const git = (...words: string[]) =>
    execFileSync('git', [...author, ...words], { cwd: folder, encoding: 'utf8' }).trim()
  git('init', '-q')
  expect(readVersion(folder)).toBe('1.2.3')
  git('commit', '-q', '--allow-empty', '-m', 'Begin')
  const named = `1.2.3 (${git('rev-parse', 'HEAD').slice(0, 8)})`
  expect(readVersion(folder)).toBe(named)
  git('pack-refs', '--all')
  expect(readVersion(folder)).toBe(named)
  git('checkout', '-q', '--detach')
  expect(readVersion(folder)).toBe(named)
})
