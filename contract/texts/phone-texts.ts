// Another phone number for the same account.
export const phoneChange = {
  open: 'CHANGE NUMBER',
  newPhone: 'New phone number',
  newPhonePlaceholder: '+44 7700 900123',
  newPhoneHint: 'With its country code. Both your numbers get a code, to know that it is you.',
  sendCodes: 'SEND CODES',
  codeAtOld: (phone: string) => `Code sent to +${phone}, your number so far`,
  codeAtNew: (phone: string) => `Code sent to +${phone}, your new number`,
  oldLost: 'Without your old number? Whoever runs this site can change it for you.',
  change: 'CHANGE NUMBER',
  otherNumber: 'Use another number',
  changed: (phone: string) => `Your number is +${phone} now. All else stays as it is.`,
  same: 'This is your number already.',
  taken: 'Another account has this number. Sign in with it, or delete that account first.',
  refused: {
    old_code: 'The code of your old number is invalid or expired.',
    code: 'The code of your new number is invalid or expired.',
  },
  failed: 'Your number could not be changed. Please try again.',
} as const
