import { forgetIntent, rememberIntent } from './intent.ts'
import type { Intent } from './intent.ts'

/** What a guest was about to do, and where. */
export interface LoginPrompt {
  event_hash?: string
  /** Carried out on the post's page once the guest is signed in. */
  intent?: Intent
  /** The server did not know the token: only whom it really knows no more is asked. What was wanted waits in the outbox. */
  wasRefused?: boolean
}

type Listener = (prompt: LoginPrompt) => unknown
let listener: Listener | undefined

/** Asks a guest to sign in, in a dialog over the page. */
export function promptLogin(prompt: LoginPrompt = {}): void {
  listener?.(prompt)
}

/** Asks whom the server does not know any more to sign in again. */
export function promptAgain(): void {
  promptLogin({ wasRefused: true })
}

/** Has prompts shown by the one host that the root mounts; the returned function ends that. */
export function listenForLoginPrompts(show: Listener): () => void {
  listener = show
  return () => {
    if (listener === show) listener = undefined
  }
}

/** Called when the guest agrees to sign in: what was wanted now is the only thing that waits. */
export function acceptLoginPrompt({ intent }: LoginPrompt): void {
  if (intent) rememberIntent(intent)
  else forgetIntent()
}
