export const install = {
  offer: (name: string) =>
    `Add ${name} to your home screen: it opens at once, also without a connection.`,
  add: 'Add',
  title: 'Get the app',
  why: 'On your home screen Orma opens at once, also without a connection, and your photos upload by themselves.',
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
