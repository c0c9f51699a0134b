/**
 * Keys under which page and worker cache the answers about an Orma. What everybody may see has one prefix, so that all of it can
 * be reached at once. Lists of posts have their ids: see `post-store.ts`.
 */
export const queryKeys = {
  event: (event_hash: string) => ['events', event_hash] as const,
  /** The live feed: IdPages. */
  feed: (event_hash: string) => ['events', event_hash, 'posts'] as const,
  /** The newest page as last asked for, before it joins the feed. */
  newest: (event_hash: string) => ['events', event_hash, 'newest'] as const,
  /** Prefix of every post view of the Orma. */
  postViews: (event_hash: string) => ['events', event_hash, 'post'] as const,
  /** A post and those after it: IdPages. */
  postView: (event_hash: string, post_id: number) =>
    ['events', event_hash, 'post', post_id] as const,
  /** Prefix of what leads up to any post of the Orma. */
  allNewer: (event_hash: string) => ['events', event_hash, 'newer'] as const,
  /** The posts before one in the feed, page by page upwards: IdPages. */
  newerPosts: (event_hash: string, post_id: number) =>
    ['events', event_hash, 'newer', post_id] as const,
  /** Prefix of all users' own posts in the Orma; they go with their user's session. */
  allOwnPosts: (event_hash: string) => ['user', 'own', event_hash] as const,
  /** A user's posts, for themselves or the Orma's organisers: IdPages. */
  ownPosts: (event_hash: string, userId: number) => ['user', 'own', event_hash, userId] as const,
  /** Who took part in the Orma, for its organisers. */
  people: (event_hash: string) => ['user', 'people', event_hash] as const,
  /** How many came to the Orma, and what there is; renewed with its people. */
  totals: (event_hash: string) => ['user', 'people', event_hash, 'totals'] as const,
  /** What was done in the Orma, for its organisers. */
  acts: (event_hash: string) => ['user', 'acts', event_hash] as const,
  /** The comments of all posts of the Orma, for its organisers. */
  everyComment: (event_hash: string) => ['user', 'comments', event_hash] as const,
  /** Prefix of the flagged posts of an Orma; they go with their user's session. */
  allFlagged: (event_hash: string) => ['user', 'flagged', event_hash] as const,
  /** The flagged posts of an Orma that a user may see, newest first. */
  flagged: (event_hash: string, userId: number) => ['user', 'flagged', event_hash, userId] as const,
  /** Prefix of all users' own unfinished posts. */
  allPending: (event_hash: string) => ['user', 'pending', event_hash] as const,
  /** A user's own posts that the feed does not show yet, or never will. */
  pending: (event_hash: string, userId: number | undefined) =>
    ['user', 'pending', event_hash, userId] as const,
  /** Prefix of the comments of every post of the Orma. */
  allComments: (event_hash: string) => ['events', event_hash, 'comments'] as const,
  /** All comments of a post, newest first. */
  comments: (event_hash: string, post_id: number) =>
    ['events', event_hash, 'comments', post_id] as const,
  /** The days that have photos. */
  highlights: (event_hash: string) => ['events', event_hash, 'highlights'] as const,
  /** Prefix of the photos of all days. */
  allHighlights: (event_hash: string) => ['events', event_hash, 'highlight'] as const,
  /** A day's photos. */
  highlight: (event_hash: string, id: string) => ['events', event_hash, 'highlight', id] as const,
  /** Prefix of the films of all days. */
  allFilms: (event_hash: string) => ['events', event_hash, 'film'] as const,
  /** The config of a day's film. */
  film: (event_hash: string, id: string) => ['events', event_hash, 'film', id] as const,
  /** The hours that have photos. */
  timeslots: (event_hash: string) => ['events', event_hash, 'timeslots'] as const,
  /** Prefix of the photos of all hours. */
  allTimeslots: (event_hash: string) => ['events', event_hash, 'timeslot'] as const,
  /** The photos of an hour: IdPages. */
  timeslot: (event_hash: string, timeslot: string) =>
    ['events', event_hash, 'timeslot', timeslot] as const,
}

/** Of an Orma what its organisers see more of than others, or alone; they go where somebody is none any more. */
export const organisersKeys = [
  queryKeys.people,
  queryKeys.acts,
  queryKeys.everyComment,
  queryKeys.allOwnPosts,
  queryKeys.allFlagged,
  queryKeys.allPending,
] as const
