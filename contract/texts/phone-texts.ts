// Another phone number for the same account.
export const phoneChange = {
  open: 'CHANGE NUMBER',
  newPhone: 'New phone number',
  newPhonePlaceholder: '+44 7700 900123',
  newPhoneHint: 'With its country code. Both your numbers get a code, to know that it is you.',
  sendCodes: 'SEND CODES',
  codeAtOld: (phone: string) => `Code for +${phone}, your number so far`,
  codeAtNew: (phone: string) => `Code for +${phone}, your new number`,
  noSms: (contact: string | null) =>
    `This site sends no SMS. For both codes, ask ${contact || 'the people who run it'}.`,
  oldLost: 'Without your old number? Whoever runs this site can change it for you.',
  change: 'CHANGE NUMBER',
  otherNumber: 'Use another number',
  changed: (phone: string) => `Your number is +${phone} now. All else stays as it is.`,
  same: 'This is your number already.',
  hostFirst:
    'You run this site by your number so far. Add the new one to ADMIN_PHONES, in its settings, first.',
  creatorFirst: (contact?: string) =>
    `You may create Ormas by your number so far. Ask ${contact || 'the people who run this site'} to list the new one first.`,
  taken: 'Another account has this number. Sign in with it, or delete that account first.',
  refused: {
    old_code: 'The code of your old number is invalid or expired.',
    code: 'The code of your new number is invalid or expired.',
  },
  failed: 'Your number could not be changed. Please try again.',
} as const
