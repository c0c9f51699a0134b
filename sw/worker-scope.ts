/** The worker's global scope, which the compiler takes for a plain worker's. */
export const scope = self as unknown as ServiceWorkerGlobalScope

declare global {
  /** Background Sync, once or now and then, where the browser has it. */
  interface SyncEvent extends ExtendableEvent {
    readonly tag: string
  }

  interface ServiceWorkerGlobalScopeEventMap {
    sync: SyncEvent
    periodicsync: SyncEvent
  }
}
