/** What is known of a feed around one of its posts, which may lie far below its top. */
export interface Around {
  /** The feed from its top on, as far as it is loaded. */
  feed: readonly number[]
  /** Those that lead up to the post. */
  newer: readonly number[]
  /** The post and those that follow it. */
  older: readonly number[]
}

/** The ids of a feed to both sides of a post: from the feed's top, where what is loaded reaches so far. */
export function idsAround({ feed, newer, older }: Around, isInFeed: boolean): readonly number[] {
  if (isInFeed) return feed
  const chain = [...new Set([...newer, ...older])]
  const [first] = chain
  const at = first === undefined ? -1 : feed.indexOf(first)
  return at < 0 ? chain : [...feed.slice(0, at), ...chain]
}
