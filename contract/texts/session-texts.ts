export const session = {
  invalid: 'Invalid Credentionals, please try again',
  failed: 'An error occurred.',
  invalidToken: 'Invalid token',
} as const
