/** Photos that guests do not see yet, or never will. */
export const reveal = {
  title: 'Photos of this Orma',
  /** `when`: 'on Saturday at 20:00'. */
  at: (when: string) => `The photos are revealed ${when}.`,
  later: 'The photos are revealed when your hosts say so.',
  own: 'Your hosts collect the photos of this Orma. You see yours here.',
  yours: 'Until then you see yours here. Add all that you take.',
  left: (time: string) => `${time} left`,
  days: (days: number, hours: number) => `${days === 1 ? '1 day' : `${days} days`} ${hours} h`,
  hours: (hours: number, minutes: number) => `${hours} h ${minutes} min`,
  minutes: (minutes: number) => `${minutes} min`,
  seconds: (seconds: number) => `${seconds} s`,
  soon: 'Any moment now',
  today: (time: string) => `today at ${time}`,
  tomorrow: (time: string) => `tomorrow at ${time}`,
  onDay: (day: string, time: string) => `on ${day} at ${time}`,
  guestsSeeAt: (when: string) => `Guests see this ${when}.`,
  guestsSeeLater: 'Guests see this when you say so.',
  guestsSeeOwn: 'Guests see their own photos alone.',
  showNow: 'Show everything now',
  showNowQuestion: 'Show all photos to your guests now?',
} as const
