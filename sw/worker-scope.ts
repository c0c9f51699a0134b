/** The worker's global scope, which the compiler takes for a plain worker's. */
export const scope = self as unknown as ServiceWorkerGlobalScope

/** Background Sync, where the browser has it. */
export interface SyncEvent extends ExtendableEvent {
  readonly tag: string
}
