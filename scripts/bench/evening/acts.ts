import { randomUUID } from 'node:crypto'
import { api } from '../../../contract/api.ts'
import type { Post } from '../../../contract/entities.ts'
import { FIRST_PAGE } from '../../../contract/limits.ts'
import type { Random } from './seeded-random.ts'
import type { ActKind } from './evening-plan.ts'
import { CallRefused } from './line.ts'
import type { Line } from './line.ts'
import { COMMENTS, draw } from './party.ts'
import type { Party } from './party.ts'
import { untilAnswered } from './retry.ts'
import { sendPhoto } from './send-photo.ts'
import type { SentPhoto } from './sent-photos.ts'
import type { Person } from './sign-in.ts'

const PHOTO = { filename: 'photo.jpg', filetype: 'image/jpeg', timezone: 'Europe/Berlin' }

interface ActParts {
  party: Party
  line: Line
  random: Random
  bytesPerSecond: number
  /** Who acts; undefined: not signed in. */
  person: () => Person | undefined
}

type Acts = Record<ActKind, () => Promise<void>> & {
  /** Loads the thumbs, of the first so many, that this phone does not have yet. */
  see: (posts: readonly Post[], most?: number) => Promise<void>
  /** Resolves once each photo of this guest is answered for. */
  photosSent: () => Promise<void>
}

/** What one guest does. Each rejects with CallRefused where the server refuses it. */
export function createActs({ party, line, random, bytesPerSecond, person }: ActParts): Acts {
  const { event_hash, book, ending } = party
  const seen = new Map<number, Post>()
  const pictures = new Set<string>()
  let oldest: number | undefined
  let page = FIRST_PAGE
  let sending: Promise<void> = Promise.resolve()

  const picture = async (kind: string, address: string | null) => {
    if (!address || pictures.has(address)) return
    pictures.add(address)
    await line.ask(kind, new URL(address, party.origin).pathname)
  }
  const anyPost = () => draw(random, [...seen.values()])

  /** Notes what everyone who listens has to hear, and when it was answered for. */
  async function newsOf<T>(work: () => Promise<T>, keyOf: (answer: T) => string): Promise<void> {
    const from = book.now()
    const answer = await untilAnswered(work, ending)
    party.news.push({ key: keyOf(answer), from, at: book.now() })
  }

  async function send(photo: SentPhoto, number: number): Promise<void> {
    const { token } = photo.author
    const key = randomUUID()
    const { bytes } = party.makePhoto(number)
    const takenAt = new Date().toISOString()
    const whole = { ...PHOTO, event_hash, token, key, bytes, takenAt, bytesPerSecond }
    try {
      const { post } = await untilAnswered(() => sendPhoto(line, whole), ending)
      photo.answeredAt = book.now()
      if (post) photo.post_id = post.id
      else photo.refused = 'limit reached'
    } catch (error) {
      if (error instanceof CallRefused) photo.refused = error.message
      else if (!ending.aborted) throw error
    }
    // Of the Orma's limit the server says so with success.
    if (photo.refused) delete photo.answeredAt
  }

  async function see(posts: readonly Post[], most = posts.length): Promise<void> {
    for (const post of posts) seen.set(post.id, post)
    oldest ??= posts.at(-1)?.id
    const thumbs = posts.slice(0, most).map(({ compressed_url }) => compressed_url)
    await Promise.all(thumbs.map((address) => picture('picture: thumb', address)))
  }

  return {
    see,

    async scroll() {
      if (oldest === undefined) return
      page += 1
      const posts = await line.call('scroll', api.listPosts, {
        params: { event_hash, page },
        query: { after: String(oldest) },
        token: person()?.token,
      })
      await see(posts)
      oldest = posts.at(-1)?.id ?? oldest
    },

    async look() {
      const post = anyPost()
      if (!post) return
      const params = { event_hash, post_id: post.id }
      const token = person()?.token
      await line.call('look: post', api.getPost, { params, token })
      await picture('picture: full', post.image_url)
      await line.call('look: comments', api.listComments, { params, token })
    },

    async like() {
      const [post, author] = [anyPost(), person()]
      if (!post || !author) return
      const { user, token } = author
      const name = `like ${post.id} ${user.id}`
      // From an evening before, say, of the same person: liked again it is no news.
      const isLiked = post.Likes.some(({ userId }) => userId === user.id)
      if (isLiked || party.liked.has(name)) return
      party.liked.add(name)
      const options = {
        params: { event_hash },
        json: { post_id: post.id },
        token,
        key: randomUUID(),
      }
      await newsOf(
        () => line.call('like', api.likePost, options),
        () => name,
      )
    },

    async comment() {
      const [post, author] = [anyPost(), person()]
      if (!post || !author) return
      const params = { event_hash, post_id: post.id }
      const json = { content: random.pick(COMMENTS) }
      const options = { params, json, token: author.token, key: randomUUID() }
      await newsOf(
        () => line.call('comment', api.addComment, options),
        ({ id }) => `comment ${id}`,
      )
    },

    // One after the other, as the app sends them, and the guest does not wait for it.
    async photo() {
      const author = person()
      if (!author) return
      const number = party.photos.length
      const { sha256 } = party.makePhoto(number)
      const photo: SentPhoto = { sha256, author, begunAt: book.now() }
      party.photos.push(photo)
      sending = sending.then(() => send(photo, number))
    },

    photosSent: () => sending,
  }
}
