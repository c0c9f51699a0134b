// What others show of a page that is not open: a link preview in a chat, a search engine's line.
export const preview = {
  description: 'Private photo sharing for events: moments into memories.',
  orma: (day: string, photos: string) =>
    `${day} · ${photos}. Open it to see them all and to add yours.`,
} as const
