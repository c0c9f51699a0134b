export const home = {
  welcome: (name: string) => `Welcome, ${name}`,
  guest: 'Guest',
  visited: 'Ormas you visited',
  mine: 'My Ormas',
  empty: 'No Ormas to show.',
  create: 'Create new Orma',
  search: 'Search by name',
} as const
