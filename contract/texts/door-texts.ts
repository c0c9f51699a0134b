/** The word at an Orma's door. */
export const door = {
  title: 'A word, please',
  why: 'Your hosts ask for a word before this Orma opens. It is asked once on each device.',
  word: 'Word',
  open: 'Continue',
  refused: 'That is not the word. Please try again.',
  unknown: 'That is not the word. Ask your hosts for it.',
  tooMany: (time: string) =>
    `Too many wrong words were tried. Try again at ${time}, or ask your hosts.`,
  changed: 'The word is another one now. Your hosts know it.',
  changedMeanwhile:
    'The word at the door has changed, and your hosts know the new one. Your photos go on once it is given.',
  give: 'Give the word',
  offline: 'This Orma asks for its word, and needs the network for that.',
  failed: 'The word could not be checked. Please try again.',
  withWord: 'With the word in it',
  withWordWhy: 'Whoever gets this link, or scans its code, is not asked for the word.',
  askedToShare: 'The word that is good now. Nobody can read it here.',
  putIn: 'Put it in',
  closed: (time: string) =>
    `Somebody tried many words at the door. New phones have to wait until ${time}; those that are in stay in. Another word opens it at once.`,
  isOpen: 'The new word is good now, and the door is open again.',
} as const
