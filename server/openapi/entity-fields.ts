/** What fields mean whose names and types do not say it. */
export const ENTITY_FIELDS = {
  User: { phone: 'Digits. Nobody but the user gets it.' },
  Author: { name: 'Null where the account has none.' },
  Event: {
    event_hash: 'The Orma’s address: whoever has it can open the Orma.',
    event_date: '`YYYY-MM-DD HH:mm:ss.SSS`',
    event_original_date: '`event_date` as stored.',
    event_profile_image_url: 'Below the origin; null: none.',
    event_banner_url: 'Below the origin; null: none.',
    userId: 'Its owner.',
    postCount: 'Posts that are shown.',
    uploadsOpen: 'Whether others than the owner can add photos now.',
    uploadsOpenUntil: 'The moment from which they cannot, where the owner has set one.',
    storageBytes:
      'Bytes in storage: photos as received and as shown, films, its own pictures. For its owner alone.',
    reviewAll: 'Whether photos of others wait for the owner. For its owner alone.',
    uploadsClosed: 'Whether others add no photos any more. For its owner alone.',
    paused: 'Whether it is closed to all others. For its owner alone.',
    endsAt: 'From then on others add no photos. For its owner alone.',
    deleteAt: 'When it is deleted with all that is in it; null: never. For its owner alone.',
    deletionSeenAt: 'When the owner opened the warning of that. For its owner alone.',
    music: 'Of the films of its days: `calm`, `bright`, or null for none. For its owner alone.',
  },
  Post: {
    image_url:
      'Below the origin, at most 2560 px; null until there is one. Of a COMPLETED post for ever the same, of one that waits for approval signed for 10 minutes.',
    compressed_url: 'The thumbnail; null until there is one.',
    width: 'Pixels of the upright photo; null until known.',
    height: 'Pixels of the upright photo; null until known.',
    thumbhash: 'A blur to show until the photo is there, in base64; null until known.',
    status: 'COMPLETED: it is shown. The others see only its author and the owner of the Orma.',
    reviewReason:
      'Of one that is FAILEDBYNUDITY why it waits for the owner: the check says so, there was no check, or the owner looks at every photo.',
    createdAt: 'When the server received it; of an approved one when it was approved.',
    original_date: 'When the photo was taken, on its own clock.',
    User: 'Its author.',
    Event: 'Who owns the Orma.',
    sha256: 'Of the bytes as received, hexadecimal.',
    burst:
      'Shown posts that look almost alike and were taken one after the other share this number. Absent: it is alone.',
    Likes: 'The newest 100, the caller’s own always among them; fewer on a page with thousands.',
    Comments: 'The newest 3, newest first.',
  },
  Comment: { User: 'Its author.' },
  Participant: { photoCount: 'Posts in every state.' },
  PhotoComment: { User: 'Its author.', Post: 'The post that it is about.' },
  AuditEntry: {
    User: 'Who did it.',
    post_id: 'The post, where it was about one.',
  },
  AccountReceipt: {},
  RecentlyViewedItem: {},
  Error: {
    error: 'A sentence for a person.',
    code: 'A word for a program: it stays the same.',
    field: 'What of the request is wrong.',
  },
} as const
