import { dayjs } from '../../../contract/dayjs.ts'
import { localDay } from '../../../contract/display-day.ts'
import type { Event, Post } from '../../../contract/entities.ts'
import type { FilmConfig } from '../../../contract/film-config.ts'
import { NORMAL_SECONDS, SPECIAL_SECONDS } from '../../../contract/limits.ts'
import { texts } from '../../../contract/texts.ts'
import evening from './sample-evening.json'

// An Orma of packaged photos, for who has none yet. The server knows nothing of it: nothing here asks it, and nothing is sent.

/** Stands where others have their event_hash, and is none: no call can be made with it. */
const SAMPLE_HASH = 'sample'

const PICTURES = import.meta.glob<string>('./pictures/*.webp', {
  eager: true,
  query: '?url',
  import: 'default',
})

/** Yesterday at five in the afternoon: the minutes of the evening count from then. */
const START = dayjs().subtract(1, 'day').startOf('day').add(17, 'hour')
const DAY = localDay(START.toDate())
const PEOPLE = [
  ...new Set(evening.flatMap(({ author, comments }) => [author, ...comments.map(byWhom)])),
]
/** Nobody who is signed in is the sample's owner, or one of its guests. */
const OWNER = { id: -1, name: null }
/** More likes than these make a photo special in the film. */
const SPECIAL_LIKES = 8

const event: Event = {
  id: -1,
  event_hash: SAMPLE_HASH,
  name: texts.sample.title,
  event_date: `${DAY} 00:00:00.000`,
  event_original_date: `${DAY} 00:00:00.000`,
  event_profile_image_url: null,
  event_banner_url: pictureOf('banner'),
  seating_url: null,
  userId: OWNER.id,
  User: { id: OWNER.id },
  postCount: evening.length,
  uploadsOpen: false,
  uploadsOpenUntil: null,
  allowVideos: false,
  maxVideoSeconds: 0,
  maxVideoBytes: 0,
  guestSignIn: 'phone',
  photosPerChoice: 10,
  revealAt: null,
  guestsSee: 'all',
  hasPin: false,
  mayShare: false,
  pinMark: null,
  showCounts: false,
  guestCount: null,
}

/** The photos in the order in which they were taken, without music. */
const film: FilmConfig = {
  images: evening
    .toSorted((one, other) => one.taken - other.taken)
    .map(({ picture, likes }) => ({ url: pictureOf(picture), special: likes > SPECIAL_LIKES })),
  normalDurationInSeconds: NORMAL_SECONDS,
  specialDurationInSeconds: SPECIAL_SECONDS,
  bgAudio: null,
}

export interface SampleOrma {
  event: Event
  /** The newest first. */
  posts: readonly Post[]
  /** Of its only day, `YYYY-MM-DD`. */
  film: FilmConfig
  day: string
}

export const sampleOrma: SampleOrma = {
  event,
  posts: evening.map(postOf).toReversed(),
  film,
  day: DAY,
}

type Photo = (typeof evening)[number]

function postOf(photo: Photo, at: number): Post {
  const { picture, width, height, thumbhash, author, taken, shared, likes, comments } = photo
  return {
    id: at + 1,
    kind: 'photo',
    image_url: pictureOf(picture),
    compressed_url: pictureOf(`${picture}-small`),
    width,
    height,
    thumbhash,
    status: 'COMPLETED',
    event_hash: SAMPLE_HASH,
    createdAt: timeOf(shared),
    original_date: timeOf(taken),
    User: personOf(author),
    Event: { userId: OWNER.id },
    sha256: '',
    Likes: [],
    likeCount: likes,
    Comments: comments
      .map((comment, index) => ({
        id: index + 1,
        content: comment.text,
        createdAt: timeOf(comment.minute),
        User: personOf(comment.author),
      }))
      .toReversed(),
    commentCount: comments.length,
  }
}

function byWhom({ author }: { author: string }): string {
  return author
}

function personOf(name: string) {
  return { id: OWNER.id - 1 - PEOPLE.indexOf(name), name }
}

function timeOf(minute: number): string {
  return START.add(Math.round(minute * 60), 'second').toISOString()
}

/** Address of one of the packaged pictures. */
function pictureOf(name: string): string {
  return PICTURES[`./pictures/${name}.webp`] ?? ''
}
