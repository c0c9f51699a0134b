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
    'By your number so far you run this site. Put the new one into its settings first, beside it: ADMIN_PHONES.',
  creatorFirst: (contact?: string) =>
    `By your number so far you may create Ormas. Ask ${contact || 'the people who run this site'} first to list the new one as well.`,
  taken: 'Another account has this number. Sign in with it, or delete that account first.',
  refused: {
    old_code: 'The code of your old number is invalid or expired.',
    code: 'The code of your new number is invalid or expired.',
  },
  failed: 'Your number could not be changed. Please try again.',
} as const
