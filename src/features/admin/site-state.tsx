import type { ReactNode } from 'react'
import { CircleCheck, TriangleAlert } from 'lucide-react'
import type { Overview, QueueState } from '../../../contract/admin.ts'
import { admin } from '../../../contract/texts/admin-texts.ts'
import { byteText } from '../../ui/notices/byte-text.ts'
import { RelativeTime } from '../../ui/notices/relative-time.tsx'
import styles from './admin.module.css'

interface StateProps {
  overview: Overview
}

/** What is wrong with the site, or that nothing is, and what was looked at. */
export function SiteHealth({ overview: { alerts, checks } }: StateProps) {
  const bad = checks.filter(({ isGood }) => !isGood)
  const isWell = alerts.length + bad.length === 0
  return (
    <section className={styles.health} aria-labelledby="health">
      <h2 id="health" className={isWell ? styles.well : undefined}>
        {isWell && <CircleCheck aria-hidden />}
        {isWell ? admin.allWell : admin.toSeeTo}
      </h2>
      {!isWell && (
        <ul className={styles.troubles}>
          {alerts.map(({ title, message, since }) => (
            <Trouble key={title + since} title={title} text={message}>
              <RelativeTime iso={since} />
            </Trouble>
          ))}
          {bad.map(({ what, text }) => (
            <Trouble key={what} title={what} text={text} />
          ))}
        </ul>
      )}
      <details>
        <summary>{admin.checked}</summary>
        <ul className={styles.checks}>
          {checks.map(({ what, text }) => (
            <li key={what}>
              <b>{what}</b>: {text}
            </li>
          ))}
        </ul>
        <p>{admin.checkHost}</p>
      </details>
    </section>
  )
}

interface TroubleProps {
  title: string
  /** What to do about it. */
  text: string
  children?: ReactNode
}

function Trouble({ title, text, children }: TroubleProps) {
  return (
    <li>
      <TriangleAlert aria-hidden />
      <div>
        <b>{title}</b> <span className="quiet small">{children}</span>
        <p>{text}</p>
      </div>
    </li>
  )
}

/** How much there is. */
export function SiteFigures({ overview }: StateProps) {
  const { events, people, guests, posts, storageBytes } = overview
  const figures: [figure: string, label: string][] = [
    [String(events), admin.ormas(events)],
    [String(people), admin.people(people)],
    [String(guests), admin.guests(guests)],
    [String(posts), admin.posts(posts)],
    [byteText(storageBytes), admin.stored],
  ]
  return (
    <section aria-label={admin.figures}>
      <ul className={styles.figures}>
        {figures.map(([figure, label]) => (
          <li key={label}>
            <b className="display">{figure}</b> <span className="quiet small">{label}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** What the server is and does. */
export function SiteFacts({ overview }: StateProps) {
  const { version, startedAt, lastBackupAt, disk, sms, queues } = overview
  const codes = [
    admin.smsSent(sms.sent, sms.dailyBudget),
    sms.blocked > 0 && admin.smsBlocked(sms.blocked),
    sms.failed > 0 && admin.smsFailed(sms.failed),
  ]
  return (
    <section className={styles.facts} aria-labelledby="server">
      <h2 id="server">{admin.server}</h2>
      <dl className={styles.list}>
        <Fact name={admin.backup}>
          {lastBackupAt ? <RelativeTime iso={lastBackupAt} /> : admin.noBackup}
        </Fact>
        <Fact name={admin.disk}>
          {disk
            ? admin.diskFree(byteText(disk.freeBytes), byteText(disk.totalBytes))
            : admin.diskUnread}
        </Fact>
        <Fact name={admin.jobs}>
          {queues.length === 0 && admin.noJobs}
          {queues.map((queue) => (
            <p key={queue.queue}>{queueText(queue)}</p>
          ))}
        </Fact>
        <Fact name={admin.sms}>{codes.filter(Boolean).join(', ')}</Fact>
        <Fact name={admin.version}>{version}</Fact>
        <Fact name={admin.running}>
          <RelativeTime iso={startedAt} />
        </Fact>
      </dl>
    </section>
  )
}

/** A line of a list of facts. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="quiet">{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** `Photos: 3 waiting, 1 in work` */
export function queueText({ queue, waiting, running, failing, givenUp }: QueueState): string {
  const parts = [
    waiting > 0 && admin.waiting(waiting),
    running > 0 && admin.inWork(running),
    failing > 0 && admin.failing(failing),
    givenUp !== null && givenUp > 0 && admin.givenUp(givenUp),
  ]
  return `${admin.queues[queue] ?? queue}: ${parts.filter(Boolean).join(', ')}`
}
