import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { createTusCaller } from '../../support/tus-caller.ts'
import { startTusGuest } from '../../support/tus-guest.ts'

const { orma, client, owner, guest, event, tus, photo } = await startTusGuest()
afterAll(() => orma.close())

const offsetOf = ({ headers }: { headers: Headers }) => Number(headers.get('upload-offset'))

describe('DELETE /events/{event_hash}/uploads/{upload_id}', () => {
  it('forgets an upload and its bytes; its key begins a new one', async () => {
    const before = await partialFiles()
    const key = randomUUID()
    const id = await tus.begin(photo, { key })
    await tus.patch(id, 0, photo.subarray(0, 30_000))
    expect((await tus.cancel(id)).status).toBe(204)
    expect(await partialFiles()).toEqual(before)
    for (const reply of [await tus.head(id), await tus.result(id), await tus.cancel(id)]) {
      expect(reply.status).toBe(404)
    }
    const anew = await tus.create(photo, { key })
    expect([anew.status, offsetOf(anew)]).toEqual([201, 0])
  })

  it('ends a chunk that is on its way', async () => {
    const id = await tus.begin(photo)
    const hanging = await tus.patchPart(id, 0, photo, 60_000)
    expect((await tus.cancel(id)).status).toBe(204)
    expect((await hanging.answer)?.status).not.toBe(500)
    expect((await tus.head(id)).status).toBe(404)
  })

  it('leaves a finished photo alone (409): it is a post', async () => {
    const id = await tus.begin(photo)
    await tus.patch(id, 0, photo)
    const refused = await tus.cancel(id)
    expect([refused.status, refused.body.code]).toEqual([409, 'upload_finished'])
    expect((await tus.result(id)).status).toBe(200)
  })
})

describe("another user's upload", () => {
  it('does not exist, nor does it in another Orma, nor without a token', async () => {
    const id = await tus.begin(photo)
    const elsewhere = await client.createOrma(owner)
    for (const [caller, status] of [
      [createTusCaller(orma, event, owner), 404],
      [createTusCaller(orma, elsewhere, guest), 404],
      [createTusCaller(orma, event, { token: 'x'.repeat(43) }), 401],
    ] as const) {
      const replies = [
        await caller.head(id),
        await caller.patch(id, 0, photo),
        await caller.result(id),
        await caller.cancel(id),
      ]
      expect(replies.map((reply) => reply.status)).toEqual([status, status, status, status])
    }
    expect((await tus.head('no-such-upload')).status).toBe(404)
    expect(offsetOf(await tus.head(id))).toBe(0)
  })
})

async function partialFiles(): Promise<string[]> {
  const names: string[] = await readdir(join(orma.dataDir, 'blobs', 'partial')).catch(() => [])
  return names.toSorted((a, b) => a.localeCompare(b))
}
