import type { Client } from 'pg'
import { createPostgresLine } from './postgres-line.ts'
import type { Ear } from './sql.ts'

interface PostgresEars {
  listen: (channel: string, ear: Ear) => () => void
  close: () => Promise<void>
}

/**
 * Hears what any process notifies (LISTEN), over a line that is opened at the first use. Words sent while its connection is broken
 * are lost: every ear is told so once there is one.
 */
export function createPostgresEars(url: string): PostgresEars {
  const channels = new Map<string, Set<Ear>>()
  const line = createPostgresLine(url, async (client) => {
    client.on('notification', ({ channel, payload = '' }) => tell(channel, payload))
    for (const channel of channels.keys()) await hear(client, channel)
  })

  let last = Promise.resolve()
  /** One after the other: a connection does one statement at a time. */
  function hear(connected: Client, channel: string): Promise<void> {
    const heard = last.then(async () => {
      await connected.query(`listen ${connected.escapeIdentifier(channel)}`)
      tell(channel, undefined)
    })
    last = heard.catch(() => undefined)
    return heard
  }

  function tell(channel: string, word: string | undefined): void {
    for (const ear of channels.get(channel) ?? []) ear(word)
  }

  return {
    listen(channel, ear) {
      const ears = channels.get(channel) ?? new Set()
      const isNew = ears.size === 0
      channels.set(channel, ears.add(ear))
      const client = line.client()
      if (!line.isOpened()) line.open().catch(() => undefined)
      else if (client && isNew) hear(client, channel).catch(() => undefined)
      return () => void ears.delete(ear)
    },
    close: line.close,
  }
}
