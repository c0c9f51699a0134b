// A sample, as specified: nothing of it is anybody's.
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
