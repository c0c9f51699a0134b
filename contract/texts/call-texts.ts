// What the client says where the server's own words did not arrive.
export const call = {
  unexpectedAnswer: 'The server gave an unexpected answer.',
  noAnswer: 'The server could not be reached.',
  timedOut: 'The server did not answer in time.',
} as const
