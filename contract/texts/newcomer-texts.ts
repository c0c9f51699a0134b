import { sayOf } from './counts.ts'
import type { Count } from './counts.ts'

/** What home says to somebody who has no Orma yet. */
export const newcomer = {
  promise:
    'Everyone’s photos of one evening, in one place, from the first toast to the last dance.',
  stepsTitle: 'How it goes',
  steps: [
    { title: 'Create it', text: 'A name, a day, a picture. It takes a minute.' },
    {
      title: 'Share the code',
      text: 'On the tables or in the chat. Guests scan it and add photos, without an app.',
    },
    {
      title: 'Watch it fill',
      text: 'Photos come in while you dance, and the next morning there is a film.',
    },
  ],
} as const

/** The Orma with packaged photos. */
export const sample = {
  title: 'Mara & Lukas',
  label: 'A sample evening',
  open: 'Look around',
  note: 'A sample evening. Likes here stay on this device.',
  film: 'The film of the evening',
  end: 'Your evening could look like this.',
} as const

/** Opening an Orma by its link, or by the code that holds it. */
export const ormaLink = {
  title: 'I have a link or a code',
  field: 'Link or code',
  hint: 'Paste the link you were sent, or the whole message with it.',
  open: 'Open',
  none: 'No link to an Orma was found in this. Paste all of it, as it was sent.',
  scan: 'Scan with the camera',
  stop: 'Stop the camera',
  aim: 'Hold the code in front of the camera.',
  other: 'This code does not lead to an Orma.',
  denied: 'The camera cannot be used here. Paste the link instead.',
  byPhone: 'A printed code is read by your phone’s own camera, too.',
} as const

/** What is new in an Orma since it was last looked at on this device. */
export const news = {
  since: (count: number, isMore: boolean) => `${count}${isMore ? '+' : ''} new`,
  sinceLabel: (count: number, isMore: boolean, name: string) =>
    `${isMore ? 'More than ' : ''}${count} new in ${name}`,
  waiting: (count: Count) => sayOf(count, 'is waiting', 'are waiting'),
  review: (count: number) => `${count} to review`,
} as const
