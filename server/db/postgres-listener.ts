import type { Client } from 'pg'
import { createPostgresConnection } from './postgres-connection.ts'
import type { Listener } from './sql.ts'

/**
 * Receives what any process notifies (LISTEN), over a connection that is opened at the first use. Messages sent while it is broken
 * are lost: every listener is told so once there is one.
 */
export function createPostgresListener(url: string) {
  const channels = new Map<string, Set<Listener>>()
  const connection = createPostgresConnection(url, async (client) => {
    client.on('notification', ({ channel, payload = '' }) => notify(channel, payload))
    for (const channel of channels.keys()) await subscribe(client, channel)
  })

  let last = Promise.resolve()
  /** One after the other: a connection does one statement at a time. */
  function subscribe(connected: Client, channel: string): Promise<void> {
    const subscribed = last.then(async () => {
      await connected.query(`listen ${connected.escapeIdentifier(channel)}`)
      notify(channel, undefined)
    })
    last = subscribed.catch(() => undefined)
    return subscribed
  }

  function notify(channel: string, message: string | undefined): void {
    for (const listener of channels.get(channel) ?? []) listener(message)
  }

  return {
    listen: (channel: string, listener: Listener) => {
      const listeners = channels.get(channel) ?? new Set()
      const isNew = listeners.size === 0
      channels.set(channel, listeners.add(listener))
      const client = connection.client()
      if (!connection.isOpened()) connection.open().catch(() => undefined)
      else if (client && isNew) subscribe(client, channel).catch(() => undefined)
      return () => void listeners.delete(listener)
    },
    close: connection.close,
  }
}
