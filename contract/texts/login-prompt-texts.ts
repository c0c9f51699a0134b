export const loginPrompt = {
  text: 'You must be logged in to do this action',
  login: 'Login',
  close: 'Close',
} as const
