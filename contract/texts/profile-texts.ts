export const profile = {
  title: 'Profile',
  signOut: 'SIGN OUT',
  loadingName: 'Loading...',
  phone: 'Phone',
  changeName: 'CHANGE NAME',
  newName: 'Name',
  newNamePlaceholder: 'Enter your new Full Name',
  updateName: 'UPDATE NAME',
  invalidToken: 'Invalid Token',
  updateFailed: 'Error fetching posts',
} as const
