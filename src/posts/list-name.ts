/** The list of an Orma's posts that one was opened from, where it is not the feed. */
export type PostListName =
  | { kind: 'hour'; timeslot: string }
  | { kind: 'person'; user_id: number }
  | { kind: 'own' }
  | { kind: 'review' }
