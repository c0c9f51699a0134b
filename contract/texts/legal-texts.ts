export const legal = {
  terms: [
    'Orma keeps the photos and comments that you add to an Orma, and shows them to everyone who has its link or QR code.',
    'Add only photos that you may share. You can delete your own photos and comments at any time; the organiser of an Orma can delete any of them.',
    'The person or company who runs this server is responsible for it. Ask them if something is wrong.',
  ],
  privacy: [
    'Orma stores your phone number, your name and your email to know who added what. Other guests see only your name.',
    'The place where a photo was taken and the serial number of the camera are never given to anyone.',
    'Orma loads nothing from other companies and follows nobody.',
  ],
  pageViews:
    'Which kind of page is opened is counted, without who opens it and of which Orma it is.',
} as const
