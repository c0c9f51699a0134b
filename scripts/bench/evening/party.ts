import type { Random } from './seeded-random.ts'
import type { CallBook } from './call-book.ts'
import type { Listener } from './listener.ts'
import type { News } from './news.ts'
import type { MadePhoto } from './photo-pool.ts'
import type { SentPhoto } from './sent-photos.ts'
import type { SignIn } from './sign-in.ts'

/** What the guests of an evening share, and what is known of it afterwards. */
export interface Party {
  origin: string
  event_hash: string
  /** How many times faster than a real one the evening passes. */
  speed: number
  seed: number
  book: CallBook
  signIn: SignIn
  makePhoto: (number: number) => MadePhoto
  photos: SentPhoto[]
  /** Likes and comments that were answered for; photos are news by themselves. */
  news: News[]
  ears: Listener[]
  /** Who likes what; one person likes a post once. */
  liked: Set<string>
  /** Everybody goes home. */
  ending: AbortSignal
}

export const COMMENTS = [
  'What an evening!',
  'Look at the two of you',
  'I was right behind you',
  'Can I have this one, please?',
  'So beautiful ♥',
] as const

/** One that is drawn; undefined: there is none. */
export function draw<T>(random: Random, list: readonly T[]): T | undefined {
  return list[random.whole(0, list.length - 1)]
}
