import type { Registry } from 'prom-client'
import type { OpenAlert, Overview, QueueState } from '../../contract/admin.ts'
import { putTogether } from '../alerts/alerts.ts'
import type { Alert } from '../alerts/alerts.ts'
import { backupAlert, diskAlert } from '../alerts/find-trouble.ts'
import { countRows, sql } from '../db/sql.ts'
import type { Database, Queries } from '../db/sql.ts'
import type { DiskSpace } from '../http/operator-routes.ts'
import { countSmsOfDay } from '../users/sms-limits.ts'
import { VERSION } from '../settings/version.ts'
import { checkHost } from './host-checks.ts'
import type { HostCheckParts } from './host-checks.ts'

export interface OverviewParts extends HostCheckParts {
  db: Database
  metrics: Registry
  now: () => number
  readSpace: () => Promise<DiskSpace>
}

/** What an installation has and does now, and what is wrong with it, as who runs it sees it in a request of theirs. */
export async function readOverview(
  parts: OverviewParts,
  looked: Parameters<typeof checkHost>[1],
): Promise<Overview> {
  const { db, config, metrics, now } = parts
  const inUse = await db.get<{ posts: number | null; bytes: number | null }>(sql`
    select cast(sum(post_count) as bigint) as posts, cast(sum(storage_bytes) as bigint) as bytes from events`)
  const backup = await db.get<{ made_at: number }>(sql`select made_at from last_backup`)
  const space = await parts.readSpace().catch(() => undefined)
  const seen: Alert[] = []
  if (space?.isFull) seen.push(diskAlert(space))
  if (!backup) seen.push(backupAlert(undefined))
  return {
    version: VERSION,
    startedAt: toTime(now() - Math.floor(process.uptime() * 1000)),
    events: await countRows(db, sql`from events`),
    // Neither guests by name nor deleted accounts, which have a word there and no number.
    people: await countRows(db, sql`from users where phone not like '%:%'`),
    guests: await countRows(db, sql`from guests where removed_at is null`),
    posts: inUse?.posts ?? 0,
    storageBytes: inUse?.bytes ?? 0,
    disk: space ? { freeBytes: space.freeBytes, totalBytes: space.totalBytes } : null,
    queues: await listQueues(parts),
    sms: {
      sent: await countSmsOfDay(db, now()),
      dailyBudget: config.smsDailyBudget,
      blocked: await countedBy(metrics, 'orma_sms_blocked_total'),
      failed: await countedBy(metrics, 'orma_sms_failed_total'),
    },
    lastBackupAt: backup ? toTime(backup.made_at) : null,
    alerts: await listAlerts(db, seen, now()),
    checks: await checkHost(parts, looked),
  }
}

async function listQueues({ db, config, metrics }: OverviewParts): Promise<QueueState[]> {
  const rows = await db.all<Omit<QueueState, 'givenUp'>>(sql`
    select queue, sum(case when state = 'ready' then 1 else 0 end) as waiting,
           sum(case when state = 'active' then 1 else 0 end) as running,
           sum(case when failures > 0 then 1 else 0 end) as failing
      from jobs group by queue`)
  const isOthers = config.role === 'web'
  const givenUp = isOthers ? [] : await countsOf(metrics, 'orma_jobs_failed_total')
  const names = new Set([
    ...rows.map(({ queue }) => queue),
    ...givenUp.map(({ labels }) => String(labels['queue'])),
  ])
  return [...names].toSorted().map((queue) => ({
    queue,
    waiting: 0,
    running: 0,
    failing: 0,
    ...rows.find((row) => row.queue === queue),
    givenUp: isOthers
      ? null
      : (givenUp.find(({ labels }) => labels['queue'] === queue)?.value ?? 0),
  }))
}

/** What this process has counted since it began. */
async function countsOf(metrics: Registry, counter: string) {
  return (await metrics.getSingleMetric(counter)?.get())?.values ?? []
}

async function countedBy(metrics: Registry, counter: string): Promise<number> {
  return (await countsOf(metrics, counter)).reduce((sum, { value }) => sum + value, 0)
}

/** What is noted, and what is `seen` now, of which nothing may have been noted. */
async function listAlerts(
  db: Queries,
  seen: readonly Alert[],
  nowMs: number,
): Promise<OpenAlert[]> {
  const rows = await db.all<Alert & { since: number }>(
    sql`select name, title, message, since from alerts order by since, name`,
  )
  const all = new Map(rows.map((row) => [row.name, row]))
  for (const alert of seen) {
    all.set(alert.name, { ...alert, since: all.get(alert.name)?.since ?? nowMs })
  }
  return putTogether([...all.values()]).map(({ title, message, since }) => ({
    title,
    message,
    since: toTime(since),
  }))
}

function toTime(ms: number): string {
  return new Date(ms).toISOString()
}
