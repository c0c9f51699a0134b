import { randomUUID } from 'node:crypto'
import type { Event } from '../../contract/entities.ts'
import type { ClientReply, Person } from './api-client.ts'
import { createTusCaller, idOf } from './tus-caller.ts'

const CHUNK_BYTES = 1024 * 1024

interface Sent {
  key?: string
  filename?: string
  filetype?: string
}

/** Sends a video by resumable upload. Gives the answer with its post, or the first that refuses it. */
export async function sendVideo(
  orma: { url: string },
  event: Pick<Event, 'event_hash'>,
  person: Pick<Person, 'token'>,
  video: Uint8Array,
  { key = randomUUID(), filename = 'clip.mp4', filetype = 'video/mp4' }: Sent = {},
): Promise<ClientReply> {
  const tus = createTusCaller(orma, event, person)
  const begun = await tus.create(video, { key, metadata: { filename, filetype } })
  if (begun.status >= 300) return begun
  const id = idOf(begun.headers)
  for (let at = Number(begun.headers.get('upload-offset')); at < video.length;) {
    const answer = await tus.patch(id, at, video.subarray(at, at + CHUNK_BYTES))
    if (answer.status >= 300) return answer
    at += CHUNK_BYTES
  }
  return tus.result(id)
}
