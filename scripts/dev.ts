import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { ROOT, childEnv } from './run-child.mjs'

/** The page with hot reload, and the server restarting on each change; both end when one ends. */
const children = [
  start(['node_modules/vite/bin/vite.js']),
  start(['--watch', '--watch-preserve-output', 'server/main.ts']),
]

function start(args: string[]): ChildProcess {
  const child = spawn(process.execPath, args, { cwd: ROOT, stdio: 'inherit', env: childEnv() })
  child.on('close', (code) => stopAll(code ?? 0))
  return child
}

function stopAll(code: number): void {
  process.exitCode ||= code
  for (const child of children) child.kill()
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stopAll(0))
