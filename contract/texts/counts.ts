/** So many photos, or how many of each kind; `posts`: of both kinds together, where nobody has told them apart. */
export type Count = number | { photos: number; videos: number } | { posts: number }

/** How many of these are photos and how many videos. */
export function countOf<T>(items: readonly T[], isVideo: (item: T) => boolean): Count {
  const videos = items.filter(isVideo).length
  return { photos: items.length - videos, videos }
}

/** Of photos, '1 photo and 1 video', or '1 post'. `hasVideos`: whether there may be videos among so many photos. */
export function countText(count: Count, hasVideos = false): string {
  if (typeof count === 'number') return plural(count, hasVideos ? 'post' : 'photo')
  if ('posts' in count) return plural(count.posts, 'post')
  const { photos, videos } = count
  const words = [photos > 0 && plural(photos, 'photo'), videos > 0 && plural(videos, 'video')]
  return words.filter(Boolean).join(' and ') || plural(0, 'photo')
}

/** A sentence about so many: '1 photo waits', '1 photo and 1 video wait'. */
export function sayOf(count: Count, ofOne: string, ofMore: string): string {
  return `${countText(count)} ${total(count) === 1 ? ofOne : ofMore}`
}

/** Words about photos, where there may be videos as well: 'Add photos and videos', 'There are no photos or videos yet.', 'People, photos and videos' */
export function withVideos(hasVideos: boolean | undefined, words: string): string {
  if (!hasVideos) return words
  const told = (_words: string, before: string, and: string | undefined, photos: string) => {
    const both = `${photos} ${/\bnot?\b/.test(before) ? 'or' : 'and'} videos`
    return `${before}${and ? ', ' : ''}${photos === 'PHOTOS' ? both.toUpperCase() : both}`
  }
  return words.replace(/^(.*?)( and )?(photos)/i, told)
}

function total(count: Count): number {
  if (typeof count === 'number') return count
  return 'posts' in count ? count.posts : count.photos + count.videos
}

function plural(count: number, word: string): string {
  return count === 1 ? `1 ${word}` : `${count} ${word}s`
}
