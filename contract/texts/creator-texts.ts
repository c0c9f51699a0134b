/** Where not everybody may create Ormas. */
export const creator = {
  refused: (contact?: string | null) =>
    `New Ormas are created here by invitation. For one, ask ${contact || 'the people who run this site'}.`,
  visit: 'Every Orma that somebody shares with you is open to you as before.',
  welcome: 'Welcome. You may create Ormas here from now on.',
  unread: 'The invitation could not be opened.',
  offline: 'You are offline. Open the link again when you are back online; it stays good.',
} as const

/** What the organisers of an Orma read of its room. */
export const storage = {
  near: (size: string, limit: string) =>
    `Photos take ${size} of the ${limit} that this Orma may have. Once it is full, no more come in: make room in good time, or ask the people who run this site for more.`,
  full: (size: string) =>
    `This Orma is full: photos take ${size}, and no more come in. Delete some, or ask the people who run this site for more room.`,
} as const
