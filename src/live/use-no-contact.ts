import { useSyncExternalStore } from 'react'
import { isSilent, subscribeToContact } from '../api/contact.ts'

/**
 * Why what is shown cannot be brought up to date now: the device has no network (`offline`), or the server does not answer
 * (`silent`). Undefined: no reason is known.
 */
export function useNoContact(): 'offline' | 'silent' | undefined {
  return useSyncExternalStore(subscribe, noContact)
}

function noContact() {
  if (!navigator.onLine) return 'offline'
  return isSilent() ? 'silent' : undefined
}

function subscribe(changed: () => void): () => void {
  addEventListener('online', changed)
  addEventListener('offline', changed)
  const unsubscribe = subscribeToContact(changed)
  return () => {
    removeEventListener('online', changed)
    removeEventListener('offline', changed)
    unsubscribe()
  }
}
