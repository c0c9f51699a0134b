/** How a request of the page is to look. Patterns are of values as JSON writes them, of a form's fields as they are. */
export interface CallRow {
  call: string
  /** Which requests carry the token: all (`auth`), those of whoever has one (`caller`), the Orma's owner's (`owner`), none (`none`). */
  token: 'auth' | 'caller' | 'owner' | 'none'
  query?: Readonly<Record<string, RegExp>>
  /** Queries of ours that may be there. */
  mayAsk?: readonly string[]
  /** All fields of the JSON body. Absent: no body. */
  body?: Readonly<Record<string, RegExp>>
  /** All fields of the multipart body. */
  form?: Readonly<Record<string, RegExp>>
  /** Fields that may be there besides, or need not be there. */
  mayHave?: readonly string[]
}

const HASH = '[\\w-]+'
const hash = new RegExp(`^"${HASH}"$`)
const id = /^\d+$/
const text = /^".+"$/
const phone = /^"\d{1,15}"$/
/** ISO 8601 with its offset. */
const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?([+-]\d\d:\d\d|Z)$/
const file = /^\(file\)$/

/** Section 7 of the specification, row by row, with what is decided of it. */
export const SPECIFIED: readonly CallRow[] = [
  { call: 'GET /users/verify', token: 'auth' },
  { call: 'POST /users/register/start', token: 'none', body: { phone } },
  {
    call: 'POST /users/register/verify',
    token: 'none',
    body: {
      code: /^"\d{4}"$/,
      request_id: text,
      phone,
      name: /^"Olga Owner"$/,
      email: /^"olga\.owner@example\.com"$/,
    },
  },
  { call: 'POST /users/update/user', token: 'auth', body: { newName: text } },
  { call: 'GET /users/allevents', token: 'auth' },
  { call: 'GET /users/getProfile', token: 'auth' },
  { call: 'GET /users/getRecentlyViewed', token: 'auth' },
  { call: 'POST /users/updateRecentlyViewed', token: 'auth', body: { event_hash: hash } },
  { call: 'GET /events/{event_hash}', token: 'caller' },
  // The likes of a post have the caller's own always among them.
  {
    call: 'GET /events/{event_hash}/posts/{page}',
    token: 'caller',
    mayAsk: ['after', 'limit'],
  },
  // One that is not shown is there for its author and the owner.
  { call: 'GET /events/{event_hash}/post/{post_id}', token: 'caller', mayAsk: ['next'] },
  { call: 'DELETE /events/{event_hash}/post/{post_id}', token: 'auth' },
  { call: 'GET /events/{event_hash}/getfailedbynudity', token: 'auth' },
  { call: 'PUT /events/{event_hash}/getfailedbynudity/{post_id}', token: 'auth' },
  { call: 'POST /events/{event_hash}/post/like', token: 'auth', body: { post_id: id } },
  { call: 'POST /events/{event_hash}/post/unlike', token: 'auth', body: { post_id: id } },
  { call: 'GET /events/{event_hash}/pending_posts', token: 'auth' },
  {
    call: 'GET /events/{event_hash}/checkLimit',
    token: 'auth',
    query: { event_hash: new RegExp(`^${HASH}$`) },
  },
  { call: 'GET /events/{event_hash}/highlight/{id}', token: 'owner' },
  { call: 'GET /events/{event_hash}/highlight/{id}/config', token: 'owner' },
  { call: 'GET /events/{event_hash}/reel/{event_original_date}', token: 'owner' },
  {
    call: 'POST /events/{event_hash}/reel/{id}/render-video',
    token: 'auth',
    body: {
      HighlightsImages:
        /^\{"images":\[\{"url":"[^"]+","special":(true|false)\}.*\],"normalDurationInSeconds":2,"specialDurationInSeconds":3\.5,"bgAudio":null\}$/,
    },
  },
  {
    call: 'POST /events/{event_hash}/upload',
    token: 'auth',
    form: { description: /^1$/, original_date: moment, timezone: /^\w+(\/\w+)*$/, image: file },
    mayHave: ['original_sha256'],
  },
  {
    call: 'PUT /events/{event_hash}/update',
    token: 'auth',
    form: { name: /^.+$/, event_date: /^\d{4}-\d\d-\d\d( \d\d:\d\d:\d\d\.\d{3})?$/ },
    mayHave: ['name', 'event_date', 'banner', 'profile_image', 'paused'],
  },
  {
    call: 'POST /events/{event_hash}/post/{post_id}/comment',
    token: 'auth',
    body: { content: text, event_hash: hash, post_id: id },
  },
  {
    call: 'PUT /events/{event_hash}/post/{id}/comment/{comment_id}',
    token: 'auth',
    body: { content: text, userId: id },
  },
  {
    call: 'POST /events/{event_hash}/post/{id}/comment/{comment_id}',
    token: 'auth',
    body: { userId: id },
  },
  { call: 'GET /events/{event_hash}/post/{post_id}/comments/all', token: 'caller' },
]

/** Calls of ours that such an evening makes (decisions, section 3, and what came later). */
export const OURS: readonly string[] = [
  'GET /users/creator',
  'POST /events',
  'POST /users/logout',
  'GET /events/{event_hash}/live',
  'POST /events/{event_hash}/known',
  'POST /events/{event_hash}/visitors',
  'GET /events/{event_hash}/post_ids',
  'POST /events/{event_hash}/uploads',
  'PATCH /events/{event_hash}/uploads/{upload_id}',
  'GET /events/{event_hash}/uploads/{upload_id}',
  'GET /events/{event_hash}/reel/{id}/render',
  'DELETE /events/{event_hash}/reel/{id}/render',
]

/** Whether a request is such a call. */
export function isCall(call: string, { method, path }: { method: string; path: string }): boolean {
  const [itsMethod, template = ''] = call.split(' ')
  // The product's slug and `like` are words, which no parameter is.
  const pattern = template
    .replaceAll('{event_hash}', HASH)
    .replaceAll('{event_original_date}', '\\d{4}-\\d\\d-\\d\\d[^/]*')
    .replaceAll('{id}', '[\\d-]+')
    .replaceAll('{upload_id}', '[\\da-f]+')
    .replaceAll(/\{\w+\}/g, '\\d+')
  return method === itsMethod && new RegExp(`^/api${pattern}$`).test(path)
}
