import { outbox } from '../store/outbox.ts'
import type { Outbox } from '../store/outbox.ts'

/** An outbox in this page's memory, which only this page can send from. */
interface PageOutbox {
  outbox: Outbox
  /** Sends what is due in it. */
  send: () => void
}

/** Empty as long as no photo has failed to be stored on the device. */
export const pageOutboxes: PageOutbox[] = []

/** The device's outbox and those of this page. */
export function allOutboxes(): Outbox[] {
  return [outbox, ...pageOutboxes.map((place) => place.outbox)]
}

export function addPageOutbox(pageOutbox: PageOutbox): void {
  pageOutboxes.push(pageOutbox)
}
