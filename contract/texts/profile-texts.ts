export const profile = {
  title: 'Profile',
  signOut: 'SIGN OUT',
  onlyHere: (photos = 0) =>
    photos === 0
      ? 'Some of what you did is only on this phone'
      : photos === 1
        ? '1 photo is only on this phone'
        : `${photos} photos are only on this phone`,
  onlyHereDetail:
    'What you keep waits here for you, unseen by anybody else, and is sent when you sign in again.',
  keepUntilBack: 'Keep for when I am back',
  discardAndLeave: 'Discard and sign out',
  deleteAccount: 'Delete my account',
  loadingName: 'Loading...',
  phone: 'Phone',
  changeName: 'CHANGE NAME',
  invalidName: 'A name has 1 to 80 characters.',
  newName: 'Name',
  newNamePlaceholder: 'Enter your new Full Name',
  updateName: 'UPDATE NAME',
  invalidToken: 'Invalid Token',
  updateFailed: 'Error fetching posts',
} as const
