import type { Post } from '../../../contract/entities.ts'
import { onlyIfFull } from '../../device/device-database.ts'
import { forPhotos, isPhoto, isQueued } from '../store/outbox-item.ts'
import type { OutboxItem, OutboxChange } from '../store/outbox-item.ts'
import { isVideo } from '../store/outbox-photo.ts'
import type { OutboxPhoto } from '../store/outbox-photo.ts'
import type { Outbox } from '../store/outbox.ts'
import type { ChangeAnswer } from '../send/send-change.ts'
import type { Progress, Send, Verdict } from '../send/upload-answer.ts'
import { judgeAnswer, judgeError } from '../send/upload-answer.ts'
import { MissingBytes, openBytes } from '../send/upload-bytes.ts'
import { carryOut } from './carry-out.ts'
import { createLineMeter } from './line-rate.ts'

/** The user in whose name items are sent. */
export interface Sender {
  token: string
  userId: number
}

export interface SendItemOptions {
  outbox: Outbox
  readSender: () => Promise<Sender | undefined>
  sendPhoto: Send
  sendChange: (change: OutboxChange, token: string) => Promise<ChangeAnswer>
  /** Asks the server for a photo that is not wanted any more, and deletes what it has of an unfinished upload. */
  withdraw: (photo: OutboxPhoto, token: string) => Promise<Verdict>
  /** Whether something of the sender is due that goes before any video. */
  isBehind: (sender: Sender) => Promise<boolean>
  onChange?: () => void
  onStored?: (post: Post) => void
  /** The server has a change. Called while it is still in the outbox. */
  onSent?: (change: OutboxChange, answer: ChangeAnswer) => Promise<void>
  now: () => number
  random?: () => number
}

/** The server's code of bytes that are not what their hash says: it keeps nothing of them. */
const MISMATCH = 'checksum_mismatch'

/**
 * Sends one queued item and stores the result. Rejects only where the device's storage fails, or has no room for a word of why the
 * item has to be sent again or was refused.
 */
export async function sendItem(
  turn: SendItemOptions,
  item: OutboxItem,
  sender: Sender,
): Promise<void> {
  const startedAt = turn.now()
  const claimed = isPhoto(item) ? await orAsItIs(claim(turn.outbox, item, sender), item) : item
  if (!claimed) return
  turn.onChange?.()
  const verdict = isPhoto(claimed)
    ? await attemptPhoto(turn, claimed, sender)
    : await attemptChange(turn, claimed, sender)
  await carryOut(turn, claimed, verdict, { sender, startedAt })
  turn.onChange?.()
}

/** Takes the photo in the same transaction that checks its state: one discarded or taken over meanwhile is not sent. */
async function claim(
  outbox: Outbox,
  { key }: OutboxPhoto,
  { userId }: Sender,
): Promise<OutboxItem | undefined> {
  // From here on it may not be made smaller.
  const sending = { state: 'sending', isToShrink: false } as const
  return outbox.change(
    key,
    forPhotos((photo) => (isQueued(photo) && photo.ownerUserId === userId ? sending : undefined)),
  )
}

/** Where not a word can be written, an item is sent as it is: that makes room. */
async function orAsItIs(
  writing: Promise<OutboxItem | undefined>,
  item: OutboxItem,
): Promise<OutboxItem | undefined> {
  try {
    return await writing
  } catch (error) {
    onlyIfFull(error)
    return item
  }
}

async function attemptChange(
  { sendChange, onSent }: SendItemOptions,
  change: OutboxChange,
  { token }: Sender,
): Promise<Verdict> {
  try {
    const answer = await sendChange(change, token)
    await onSent?.(change, answer)
    return { kind: 'done' }
  } catch (error) {
    return judgeError(error)
  }
}

async function attemptPhoto(
  turn: SendItemOptions,
  photo: OutboxPhoto,
  sender: Sender,
): Promise<Verdict> {
  const { token } = sender
  if (photo.isUnwanted) return turn.withdraw(photo, token)
  const meter = createLineMeter(turn.outbox, turn.now)
  const note = async (progress: Progress) => {
    meter.reached(progress.offset ?? 0)
    if (!(await noteProgress(turn, photo, progress))) return false
    const isStill = (await turn.readSender())?.token === token
    // It goes on from here once they are gone.
    return isStill && !(isVideo(photo) && (await turn.isBehind(sender)))
  }
  try {
    // Where the device cannot read them, others must not wait for this photo for ever.
    const bytes = await openBytes(turn.outbox, photo)
    if (!bytes) throw new MissingBytes()
    const readPoster = () => turn.outbox.readPoster(photo.key)
    const answer = await turn.sendPhoto({ photo, bytes, readPoster, token, note })
    if (answer) meter.reached(bytes.size)
    return answer ? judgeAnswer(photo, answer) : { kind: 'stopped' }
  } catch (error) {
    if (!(error instanceof MissingBytes)) return judgeError(error)
    // Those of a photo that was discarded just now are gone, while the server may have it.
    if (!(await note({}))) return { kind: 'stopped' }
    return { kind: 'refused', reason: null, code: 'bytes_missing' }
  } finally {
    await meter.note()
  }
}

/**
 * Stores the progress; gives whether the photo is still wanted. Any progress resets the attempts, but for a photo that arrives as
 * something else: all of it is sent each time.
 */
async function noteProgress(
  { outbox, onChange }: SendItemOptions,
  sending: OutboxPhoto,
  progress: Progress,
): Promise<boolean> {
  const noting = outbox.change(
    sending.key,
    forPhotos((photo) => {
      if (!isQueued(photo)) return undefined
      const isFurther = (progress.offset ?? 0) > photo.offset && photo.reasonCode !== MISMATCH
      return { ...progress, ...(isFurther && { attempts: 0, reason: null, reasonCode: null }) }
    }),
  )
  const noted = await orAsItIs(noting, sending)
  onChange?.()
  return noted !== undefined && isPhoto(noted) && !noted.isUnwanted
}
