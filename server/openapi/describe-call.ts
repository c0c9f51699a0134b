import { api } from '../../contract/api.ts'
import type { Api } from '../../contract/api.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import type { ErrorCode } from '../http/http-error.ts'
import type { HeaderName } from './headers.ts'

export type CallName = keyof Api

/** The contract's table by name. */
export const ENDPOINTS: Readonly<Record<CallName, Endpoint>> = { ...api }

/** What the contract's table cannot tell of a call. */
export interface CallDescription {
  title: string
  /** What it does, and what a caller has to know of it. */
  does: string
  /** Who may, where signed in or not does not say it. */
  who?: string
  /** Of each good status. */
  answers?: Readonly<Record<number, string>>
  /** Headers besides those that every call of its kind has. */
  sends?: readonly HeaderName[]
  answersWith?: readonly HeaderName[]
  /** Refusals besides those that every call of its kind has. */
  errors?: readonly ErrorCode[]
  /** It looks at nothing but itself: no refusals but its own. */
  isBare?: true
}

export type Descriptions<Names extends CallName> = Readonly<Record<Names, CallDescription>>
