import { inTime } from '../../device/in-time.ts'
import { changeRecord } from '../store/outbox-item.ts'
import type { NewChange } from '../store/outbox-item.ts'
import { outbox } from '../store/outbox.ts'
import { nudgeUploads } from './upload-driver.ts'
import { memoryOutbox } from './page-outboxes.ts'
import { forgetUnread, refreshUploads, showUnread } from './upload-store.ts'

/**
 * Shows a change at once, stores it in the task of the call, so that it outlives the page, and has it sent. What the server refuses
 * of it is told by the shell. Resolves once it is stored, or held by this page where the device cannot.
 */
export function queueChange(change: NewChange): Promise<void> {
  const record = changeRecord(change)
  showUnread(record)
  return store(record)
}

async function store(record: ReturnType<typeof changeRecord>): Promise<void> {
  const isStored = await inTime(outbox.add(record).then(() => true))
  // Storage that is full, hangs or is forbidden: this page sends it. Should it be stored after all, its key has it done once.
  if (!isStored) await memoryOutbox.add(record)
  void nudgeUploads()
  void refreshUploads().then(() => forgetUnread(record.key))
}
