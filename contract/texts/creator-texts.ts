const HOSTS = 'the people who run this site'

/** Where not everybody may create Ormas. */
export const creator = {
  refused: (contact?: string | null) =>
    `New Ormas are created here by invitation. For one, ask ${contact || HOSTS}.`,
  listed: 'Were you invited, or is your number known here? Sign in with your phone.',
  invited: 'You were invited to create an Orma. Sign in with your phone to begin.',
  visit: 'Every Orma that somebody shares with you is open to you as before.',
  welcome: 'Welcome. You may create Ormas here from now on.',
  unread: 'The invitation could not be opened.',
  offline: 'You are offline. Open the link again when you are back online; it stays good.',
} as const

/** What the organisers of an Orma read of its room. */
export const storage = {
  near: (size: string, limit: string, contact?: string | null) =>
    `Photos take ${size} of the ${limit} that this Orma may have. Once it is full, no more come in: make room in good time, or ask ${contact || HOSTS} for more.`,
  full: (size: string, contact?: string | null) =>
    `This Orma is full: photos take ${size}, and no more come in. Delete some, or ask ${contact || HOSTS} for more room.`,
} as const
