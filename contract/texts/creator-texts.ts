/** Where not everybody may create Ormas. */
export const creator = {
  refused: (contact?: string | null) =>
    `New Ormas are created here by invitation. For one, ask ${contact || 'the people who run this site'}.`,
  visit: 'Every Orma that somebody shares with you is open to you as before.',
  welcome: 'Welcome. You may create Ormas here from now on.',
  unread: 'The invitation could not be opened.',
  offline: 'You are offline. Open the link again when you are back online; it stays good.',
} as const
