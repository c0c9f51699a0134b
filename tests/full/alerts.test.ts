import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { panelExpressions } from '../support/watched-metrics.ts'

const ALERTS = join(import.meta.dirname, '../../docs/deploy/alerts.yml')
const CACHE = join(import.meta.dirname, '../../node_modules/.cache/promtool')

/** Series as an installation in trouble tells them, a value a minute, and as one that is well does. */
const CASES: Record<string, { bad: string[]; good: string[] }> = {
  OrmaDown: { bad: ['up{job="orma"} 0x60'], good: ['up{job="orma"} 1x60'] },
  OrmaPhotosWait: {
    bad: ['orma_job_wait_seconds{queue="photo"} 0+60x60'],
    good: [
      'orma_job_wait_seconds{queue="photo"} 3x60',
      'orma_job_wait_seconds{queue="film"} 900x60',
    ],
  },
  OrmaFails: {
    bad: [
      'orma_http_requests_total{status="5xx"} 0+5x60',
      'orma_http_requests_total{status="2xx"} 0+95x60',
    ],
    good: [
      'orma_http_requests_total{status="5xx"} 0+1x60',
      'orma_http_requests_total{status="2xx"} 0+99x60',
    ],
  },
  OrmaDiskFills: {
    bad: ['orma_disk_full 0x60', 'orma_disk_free_bytes 50e9-40e6x60'],
    good: ['orma_disk_full 0x60', 'orma_disk_free_bytes 500e9-40e6x60'],
  },
  OrmaCodesFail: {
    bad: ['orma_sms_failed_in_a_row 3x60', 'orma_sms_blocked_total{reason="breaker"} 0x60'],
    good: ['orma_sms_failed_in_a_row 2x60', 'orma_sms_blocked_total{reason="breaker"} 0x60'],
  },
}

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'orma-alerts-'))
  await copyFile(ALERTS, join(folder, 'alerts.yml'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

function promtool(...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(findPromtool(), args, {
    cwd: folder,
    encoding: 'utf8',
  })
  return status === 0 ? 'fine' : stdout + stderr
}

it('Prometheus takes every alert and every expression of the dashboard', async () => {
  const rules = panelExpressions().map(({ expr }, at) => ({ record: `panel_${at}`, expr }))
  // JSON is YAML.
  const groups = [{ name: 'panels', rules }]
  await writeFile(join(folder, 'panels.yml'), JSON.stringify({ groups }))
  expect(promtool('check', 'rules', 'alerts.yml', 'panels.yml')).toBe('fine')
})

it.each(Object.entries(CASES))(
  '%s tells of that trouble, and of no other',
  async (name, { bad, good }) => {
    const labels = { job: 'orma', instance: 'one' }
    const inputOf = (lines: string[]) =>
      lines.map((line) => {
        const [, series = '', values] = /^(\S+) (.+)$/.exec(line) ?? []
        return { series: withLabels(series, labels), values }
      })
    const test = (lines: string[], count: number) => ({
      interval: '1m',
      input_series: inputOf(lines),
      promql_expr_test: [
        {
          expr: `count(ALERTS{alertstate="firing"}) or vector(0)`,
          eval_time: '60m',
          exp_samples: [{ value: count, labels: '{}' }],
        },
        {
          expr: `count(ALERTS{alertname="${name}",alertstate="firing"}) or vector(0)`,
          eval_time: '60m',
          exp_samples: [{ value: count, labels: '{}' }],
        },
      ],
    })
    const tests = [test(bad, 1), test(good, 0)]
    await writeFile(join(folder, 'test.yml'), JSON.stringify({ rule_files: ['alerts.yml'], tests }))
    expect(promtool('test', 'rules', 'test.yml')).toBe('fine')
  },
)

function withLabels(series: string, labels: Record<string, string>): string {
  const [, name, own = ''] = /^(\w+)(?:\{(.*)\})?$/.exec(series) ?? []
  const all = Object.entries(labels).map(([label, value]) => `${label}="${value}"`)
  return `${name}{${[...new Set([...own.split(',').filter(Boolean), ...all])].join(',')}}`
}

/**
 * Prometheus's own checker of rules. Where it is missing it is unpacked from Debian's package, which would install a server.
 * Throws where that is not possible.
 */
function findPromtool(): string {
  if (spawnSync('promtool', ['--version']).status === 0) return 'promtool'
  const unpacked = join(CACHE, 'usr/bin/promtool')
  if (!existsSync(unpacked)) {
    mkdirSync(CACHE, { recursive: true })
    const fetch =
      'apt-get -q download prometheus || { apt-get -q update; apt-get -q download prometheus; }'
    spawnSync('sh', ['-c', `${fetch}; dpkg -x prometheus_*.deb . && rm prometheus_*.deb`], {
      cwd: CACHE,
    })
  }
  if (!existsSync(unpacked)) throw new Error('this test needs promtool, of Prometheus: install it')
  return unpacked
}
