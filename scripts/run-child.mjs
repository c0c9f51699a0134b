import { spawn } from 'node:child_process'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

// The .mjs files here run before anything is installed: plain JavaScript on Node 20.

export const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** The Node that the project runs on, once the packages are installed. */
export const OWN_NODE = join(
  ROOT,
  'node_modules/node/bin',
  process.platform === 'win32' ? 'node.exe' : 'node',
)

/** The environment for child processes: the project's Node and tools come first in PATH. */
export function childEnv(extra = {}) {
  const folders = [join(ROOT, 'node_modules/node/bin'), join(ROOT, 'node_modules/.bin')]
  return { ...process.env, ...extra, PATH: [...folders, process.env.PATH].join(delimiter) }
}

/** Writes progress to standard error: standard output is the server's. */
export function say(line) {
  process.stderr.write(`${line}\n`)
}

/**
 * Ends with one sentence rather than a stack trace.
 * @returns {never}
 */
export function giveUp(sentence) {
  say(sentence)
  process.exit(1)
}

/** Runs a command in the repository's root, its output on standard error. Resolves with its exit code. */
export function runQuietly(command, args, options = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: ROOT, stdio: ['ignore', 2, 2], ...options })
    child.on('error', (error) => {
      say(error.message)
      resolve(1)
    })
    child.on('close', (code) => resolve(code ?? 1))
  })
}

/** Runs a line of the shell in the repository's root, `args` as its last program's. Resolves with its exit code. */
export function runLine(line, args) {
  const quoted = args.map((word) => `'${word.replaceAll("'", `'\\''`)}'`)
  const options = { stdio: 'inherit', shell: true, env: childEnv() }
  return runQuietly([line, ...quoted].join(' '), [], options)
}

/** Runs a program on the project's Node until it ends, passes signals on, and ends with its exit code or signal. */
export function becomeChild(args, env = {}) {
  const child = spawn(OWN_NODE, args, { cwd: ROOT, stdio: 'inherit', env: childEnv(env) })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      // A terminal sends Ctrl-C to the whole group, so the child has it already.
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal)
    })
  }
  child.on('error', (error) => giveUp(error.message))
  child.on('close', (code, signal) => {
    if (signal === null) process.exit(code)
    for (const handled of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.removeAllListeners(handled)
    process.kill(process.pid, signal)
  })
}
