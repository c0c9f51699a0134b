import { MEDIA_BASE } from './routes.ts'

/** The films' music: our own loops. Each address contains a hash of the content, so it never changes. */
const ADDRESSES = {
  calm: `${MEDIA_BASE}/music/calm-51776887.m4a`,
  bright: `${MEDIA_BASE}/music/bright-2366a8ec.m4a`,
} as const

export type MusicName = keyof typeof ADDRESSES
export const MUSIC_NAMES = ['calm', 'bright'] as const satisfies readonly MusicName[]

export function isMusicName(name: unknown): name is MusicName {
  return MUSIC_NAMES.some((known) => known === name)
}

export function musicAddress(name: MusicName): string {
  return ADDRESSES[name]
}
