export const profile = {
  title: 'Profile',
  signOut: 'SIGN OUT',
  photosWait: (count: number) =>
    count === 1 ? '1 photo is only on this phone' : `${count} photos are only on this phone`,
  photosWaitDetail:
    'Kept photos wait here for you, unseen by anybody else, and go up when you sign in again.',
  keepPhotos: 'Keep for when I am back',
  discardPhotos: 'Discard and sign out',
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
