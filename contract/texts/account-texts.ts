export const account = {
  deleteWarning:
    'Your account goes with your likes and comments, and this phone forgets everything. This cannot be taken back.',
  postsStay: 'Your photos stay in their Ormas, under “Deleted user”.',
  deletePosts: 'Delete my photos as well',
  photosLost: (count: number) =>
    count === 1
      ? '1 photo that was not sent yet is deleted from this phone.'
      : `${count} photos that were not sent yet are deleted from this phone.`,
  deleteFailed: 'Your account could not be deleted. Please try again.',
} as const
