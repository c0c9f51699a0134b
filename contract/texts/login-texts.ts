export const login = {
  title: 'Verify Identity',
  explanation:
    'We create a passwordless account so that you can upload. An SMS with a one-time code will be sent to you; it can take 30 to 60 seconds to arrive and is valid for 5 minutes.',
  terms: 'Terms & Conditions',
  privacy: 'Privacy Policy',
  country: 'Country',
  international: 'International',
  phone: 'Phone number',
  verify: 'Verify',
  codeTitle: 'Enter 4 digit code',
  code: 'Code',
  codeSentTo: (phone: string) => `We sent it to +${phone}.`,
  changeNumber: 'Use another number',
  sendAgain: 'Send the code again',
  sendAgainIn: (seconds: number) => `Send the code again in ${seconds} s`,
  name: 'Name',
  namePlaceholder: 'First and last name',
  email: 'Email',
  emailPlaceholder: 'you@example.com',
  signIn: 'Continue',
  invalidPhone: 'Please enter a valid phone number',
  missingEmail: 'Please enter email',
  invalidEmail: 'Please enter a valid email',
  missingName: 'Please enter your first and last name',
  invalidCode: 'Please enter a valid code',
  corrupted: 'The request been corrupted, please try again.!',
  phoneCheckFailed: 'That was an error verifying your number',
  requestFailed: 'There was an error processing the request',
  noResponse: 'No response received',
  startFailed: 'Error fetching posts',
  verifyFailed: 'Error fetching post',
  codeRefused: 'Code is invalid or expired. please try again!',
  sms: (code: string) => `${code} is your Orma code`,
  wait: (seconds: number) =>
    seconds < 90
      ? `Please wait ${seconds} seconds before you try again.`
      : seconds < 5400
        ? `Please wait ${Math.ceil(seconds / 60)} minutes before you try again.`
        : `Please wait ${Math.ceil(seconds / 3600)} hours before you try again.`,
} as const
