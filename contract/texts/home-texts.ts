export const splash = {
  invitation: 'Share beautiful moments with loved ones',
  tryNow: 'Try now',
  findSeat: 'Find your seat',
  footer: (year: number) => `© ${year} Orma. All rights reserved.`,
} as const

export const home = {
  welcome: (name: string) => `Welcome, ${name}`,
  guest: 'Guest',
  visited: 'Ormas you visited',
  mine: 'My Ormas',
  empty: 'No Ormas to show.',
  create: 'Create new Orma',
  search: 'Search by name',
} as const

export const install = {
  offer: (name: string, isComputer: boolean) =>
    `Add ${name} to ${isComputer ? 'this computer' : 'your home screen'}: it opens at once, also without a connection.`,
  add: 'Add',
  title: 'Get the app',
  why: (isComputer: boolean) =>
    `${isComputer ? 'Installed on this computer' : 'On your home screen'} Orma opens at once, also without a connection, and your photos upload by themselves.`,
  install: 'Install Orma',
  installed: 'You are using the app already.',
  stepsTitle: 'Add to your home screen',
  steps: [
    'Tap the Share button of your browser',
    'Choose "Add to Home Screen"',
    'Tap "Add" at the top',
  ],
  byMenu: 'Open the menu of your browser and choose "Install" or "Add to home screen".',
  appStore: 'Download on the App Store',
  playStore: 'Get it on Google Play',
  continueInWeb: 'Continue with web version',
} as const

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
    'How many phones opened an Orma is counted by a random number that says nothing of whose they are; none where the browser asks not to be tracked.',
  ],
  pageViews:
    'Which kind of page is opened is counted, without who opens it and of which Orma it is.',
} as const

// A sample, as specified, with made-up names.
export const seating = {
  title: 'Anna & Ben',
  subtitle: 'Find your seat',
  find: 'Who are you?',
  search: 'Search for your first and last name',
  table: 'Table 7',
  mates: 'Your seat mates',
  seat: 'Seat',
  name: 'Name',
  nobody: 'Nobody of that name sits here.',
} as const

export const SEAT_MATES = [
  'Amelia Brooks',
  'Noah Fischer',
  'Sofia Moretti',
  'Liam O’Connor',
  'Yuki Tanaka',
  'Elena Petrova',
  'Mateo García',
  'Grace Williams',
] as const
