import type { Intent } from './intent.ts'

/** What a guest was about to do, and where. */
export interface LoginPrompt {
  event_hash?: string
  /** Carried out on the post's page after the sign-in. */
  intent?: Intent
  /** The server refused the token: asks only users whose session really has ended. What they did is in the outbox. */
  wasRefused?: boolean
}

type Listener = (prompt: LoginPrompt) => unknown
let listener: Listener | undefined

/** Asks a guest to sign in, in a dialog over the page. */
export function promptLogin(prompt: LoginPrompt = {}): void {
  listener?.(prompt)
}

/** Asks the user of a refused token to sign in again. */
export function promptAgain(): void {
  promptLogin({ wasRefused: true })
}

/** Registers the one host that shows prompts, mounted in the root; the returned function ends that. */
export function listenForLoginPrompts(show: Listener): () => void {
  listener = show
  return () => {
    if (listener === show) listener = undefined
  }
}
