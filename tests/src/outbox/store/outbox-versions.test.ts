import { IDBFactory } from 'fake-indexeddb'
import { beforeEach, describe, expect, it } from 'vitest'
import { createChangeOutbox } from '../../../../src/outbox/store/change-outbox.ts'
import { OUTBOX_STEPS } from '../../../../src/outbox/store/outbox-database.ts'
import { createOutbox } from '../../../../src/outbox/store/outbox.ts'
import { createDrain } from '../../../../src/outbox/queue/drain.ts'
import { NOW, USER_ID, bytesOf, postOf, put } from '../../../support/outbox-photos.ts'
import { LEFT_KEYS, OUTBOX_VERSIONS, openVersion } from '../../../support/outbox-versions.ts'

let factory: IDBFactory

beforeEach(() => {
  factory = new IDBFactory()
})

describe('an outbox of an earlier version', () => {
  it('is known for every version before the current one', () => {
    expect(OUTBOX_VERSIONS.map(({ version }) => version)).toEqual(
      OUTBOX_STEPS.slice(1).map((_, at) => at + 1),
    )
  })

  it.each(OUTBOX_VERSIONS.map(({ version }) => version))(
    'of version %i is opened while its tab is open, with all that is in it',
    async (version) => {
      await openVersion(factory, version)
      const outbox = createOutbox(() => factory)
      const photos = await outbox.list()
      expect(photos.map(({ key }) => key)).toEqual(LEFT_KEYS)
      expect(photos.map(({ state }) => state)).toEqual(['waiting', 'draft', 'refused'])
      for (const photo of photos) expect(photo.original_sha256).toBeNull()
      for (const key of LEFT_KEYS) expect(await outbox.readBytes(key)).toEqual(bytesOf(key))
      await outbox.setPreview(LEFT_KEYS[0]!, bytesOf('small'))
      expect(await createChangeOutbox(() => factory).list()).toEqual([])
    },
  )

  it.each(OUTBOX_VERSIONS.map(({ version }) => version))(
    'of version %i is sent by the app of today',
    async (version) => {
      await openVersion(factory, version)
      const outbox = createOutbox(() => factory)
      const sent: string[] = []
      const drain = createDrain({
        outbox,
        readSender: async () => ({ token: 'token-of-ada-1', userId: USER_ID }),
        send: async ({ photo }) => {
          sent.push(photo.key)
          return { limitReached: false, post: postOf(photo) }
        },
        withdraw: async () => ({ kind: 'deleted' }),
        now: () => NOW + 8000,
      })
      expect(await drain()).toBeUndefined()
      expect(sent).toEqual(['left-waiting'])
    },
  )

  it('can still be added to by its own tab once a newer one has been here', async () => {
    const tab = await openVersion(factory, 1)
    const outbox = createOutbox(() => factory)
    await outbox.list()
    expect(() => tab.transaction(['photos'])).toThrow(/not allowed/)
    await put(outbox)
    expect(await outbox.list()).toHaveLength(LEFT_KEYS.length + 1)
  })
})
