import { execFileSync, spawn, spawnSync } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { installDebianPackage, isRootOnDebian } from '../../scripts/install-programs.ts'
import { freePort } from './listening.ts'

const EXAMPLES = join(import.meta.dirname, '../../docs/deploy')
const HOST = 'photos.example.org'
const START_DEADLINE_MS = 30_000
const LOOK_AGAIN_MS = 100
/** The line of the second process, which is a comment in each example. */
const SECOND_PROCESS = /^(?<space>\s*)# (?<line>.*)127\.0\.0\.1:8081/m
const IPV6_LINES = /^ *(listen|bind) \[::\]:.*\n/gm
export const HAS_IPV6 = Object.values(networkInterfaces()).some((addresses) =>
  addresses?.some(({ address }) => address === '::1'),
)
/** Only root may become somebody else, and only where HAProxy's package has made them. */
const MAY_BECOME_HAPROXY = process.getuid?.() === 0 && existsSync('/var/lib/haproxy')

/** A proxy of which `docs/deploy` has an example. */
export type ProxyName = 'nginx' | 'caddy' | 'haproxy'

/** One that runs by its example, with HTTPS for `localhost`. */
export interface DeployProxy {
  /** Of HTTPS. */
  port: number
  /** Of plain HTTP. */
  plainPort: number
  close: () => Promise<void>
}

interface Setting {
  /** Scratch folder of the proxy. */
  folder: string
  certificate: Certificate
  /** Ports of the processes of Orma. */
  upstreams: readonly [number, number]
  /** The last change to the example, for one that is set otherwise. */
  change?: (example: string) => string
}

/** Files of a certificate for `localhost` that signs itself. */
export interface Certificate {
  certificate: string
  key: string
  /** Both in one file. */
  both: string
}

/** Makes one, which this process trusts from then on. */
export function makeCertificate(folder: string, days = 2): Certificate {
  const [certificate, key, both] = ['cert.pem', 'key.pem', 'both.pem'].map((name) =>
    join(folder, name),
  ) as [string, string, string]
  execFileSync(
    'openssl',
    `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -noenc -days ${days} -subj /CN=localhost -addext subjectAltName=DNS:localhost -keyout ${key} -out ${certificate}`.split(
      ' ',
    ),
    { stdio: 'ignore' },
  )
  const own = readFileSync(certificate, 'utf8')
  writeFileSync(both, own + readFileSync(key, 'utf8'))
  setDefaultCACertificates([...getCACertificates('default'), own])
  return { certificate, key, both }
}

/** Whether this machine has the proxy, installed first where possible. */
export function installProxy(name: ProxyName): boolean {
  if (!isInstalled(name) && isRootOnDebian()) installDebianPackage(name)
  return isInstalled(name)
}

function isInstalled(name: ProxyName): boolean {
  const ask = { nginx: '-v', caddy: 'version', haproxy: '-v' }[name]
  return spawnSync(name, [ask], { env: withSbin() }).status === 0
}

/** Starts a proxy by its example in `docs/deploy`, and waits until it answers. Rejects with its output. */
export async function startProxy(name: ProxyName, setting: Setting): Promise<DeployProxy> {
  const [http, https] = [await freePort(), await freePort()]
  const { folder, upstreams, change = (same) => same } = setting
  const { file, args, adapt } = HOW[name]
  const example = readFileSync(join(EXAMPLES, file), 'utf8')
    .replaceAll(IPV6_LINES, (line) => (HAS_IPV6 ? line : ''))
    .replaceAll(HOST, 'localhost')
    .replace('127.0.0.1:8080', `127.0.0.1:${upstreams[0]}`)
    .replace(SECOND_PROCESS, `$<space>$<line>127.0.0.1:${upstreams[1]}`)
  writeFileSync(join(folder, file), change(adapt(example, { ...setting, http, https })))
  const child = spawn(name, args(folder), { cwd: folder, env: { ...withSbin(), HOME: folder } })
  const log = join(folder, 'output')
  const output = createWriteStream(log)
  for (const stream of [child.stdout, child.stderr]) stream.pipe(output, { end: false })
  await whenListening(child, https).catch(async (error: unknown) => {
    await end(child)
    throw new Error(`${name} did not start: ${readFileSync(log, 'utf8')}`, { cause: error })
  })
  return { port: https, plainPort: http, close: () => end(child) }
}

interface Ports {
  http: number
  https: number
}

/** How each is run, and what of its example belongs to a machine. */
const HOW: Record<
  ProxyName,
  {
    file: string
    args: (folder: string) => string[]
    adapt: (example: string, setting: Setting & Ports) => string
  }
> = {
  nginx: {
    file: 'nginx.conf',
    args: (folder) => ['-p', folder, '-c', join(folder, 'main.conf')],
    adapt(example, { folder, certificate, http, https }) {
      const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
        .map((what) => `${what}_temp_path ${folder}/${what};`)
        .join('\n')
      const user = process.getuid?.() === 0 ? 'user root;' : ''
      writeFileSync(
        join(folder, 'main.conf'),
        `${user} daemon off; worker_processes 2; pid ${folder}/pid; error_log stderr;
        events {} http { access_log ${folder}/access.log; ${temporary} include ${folder}/nginx.conf; }`,
      )
      return example
        .replaceAll('/var/log/nginx/error.log', `${folder}/error.log`)
        .replace(/listen 80;/, `listen 127.0.0.1:${http};`)
        .replace(/listen 443 /, `listen 127.0.0.1:${https} `)
        .replace(/listen \[::\]:80;/, `listen [::1]:${http};`)
        .replace(/listen \[::\]:443 /, `listen [::1]:${https} `)
        .replace(/ssl_certificate .+;/, `ssl_certificate ${certificate.certificate};`)
        .replace(/ssl_certificate_key .+;/, `ssl_certificate_key ${certificate.key};`)
    },
  },
  caddy: {
    file: 'Caddyfile',
    args: (folder) => ['run', '--config', join(folder, 'Caddyfile'), '--adapter', 'caddyfile'],
    adapt: (example, { certificate, http, https }) =>
      example
        .replace(/^\{$/m, `{\nadmin off\nhttp_port ${http}\nhttps_port ${https}`)
        .replace(
          /^localhost \{$/m,
          `localhost {\ntls ${certificate.certificate} ${certificate.key}`,
        ),
  },
  haproxy: {
    file: 'haproxy.cfg',
    args: (folder) => ['-db', '-f', join(folder, 'haproxy.cfg')],
    adapt: (example, { certificate, http, https }) =>
      example
        .replace('bind :80', `bind 127.0.0.1:${http}`)
        .replace('bind :443 ', `bind 127.0.0.1:${https} `)
        .replace('bind [::]:80 ', `bind [::1]:${http} `)
        .replace('bind [::]:443 ', `bind [::1]:${https} `)
        .replaceAll(/ssl crt \S+/g, `ssl crt ${certificate.both}`)
        .replaceAll(/^ *(user|group|chroot) .+\n/gm, (line) => (MAY_BECOME_HAPROXY ? line : '')),
  },
}

function withSbin(): NodeJS.ProcessEnv {
  return { ...process.env, PATH: `${process.env['PATH']}:/usr/sbin:/sbin` }
}

async function whenListening(child: ChildProcess, port: number): Promise<void> {
  const deadline = Date.now() + START_DEADLINE_MS
  for (;;) {
    const answer = await fetch(`https://localhost:${port}/healthz`).catch((error: unknown) => error)
    if (answer instanceof Response && answer.ok) return
    if (child.exitCode !== null || Date.now() > deadline) throw new Error(String(answer))
    await wait(LOOK_AGAIN_MS)
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill('SIGTERM')
  await exited
}
