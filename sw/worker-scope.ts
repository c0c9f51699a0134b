/** The worker's global scope; the compiler's `self` is that of a plain web worker. */
export const scope = self as unknown as ServiceWorkerGlobalScope

declare global {
  /** Background Sync, one-off or periodic, where the browser has it. */
  interface SyncEvent extends ExtendableEvent {
    readonly tag: string
  }

  interface ServiceWorkerGlobalScopeEventMap {
    sync: SyncEvent
    periodicsync: SyncEvent
  }
}
