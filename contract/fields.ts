import * as v from 'valibot'
import { described } from './endpoint.ts'
import * as limits from './limits.ts'
import { GUEST_SIGN_INS, GUESTS_SEE } from './entities.ts'
import { MUSIC_NAMES } from './music.ts'
import { isCode, isEmail, phoneDigits, textLength } from './rules.ts'
import { visibleText } from './visible-text.ts'

// The fields of bodies and forms. Text typed by a person is trimmed, words for others also of what nobody sees.

const FIRST_MOMENT = Date.parse('0000-01-01T00:00Z')
const END_OF_MOMENTS = Date.UTC(10_000, 0)

// No lone surrogates either: they could not be stored.
const noControls = v.check((input: string) => !/[\p{Cc}\p{Cs}]/u.test(input))

/** A phone number; becomes its digits without a plus sign. */
export const phone = described(
  `Digits with the calling code, at most ${limits.PHONE_DIGITS_MAX}; a leading + or 00 may stand.`,
  v.pipe(
    v.string(),
    v.transform((input) => phoneDigits(input) ?? ''),
    v.nonEmpty(),
  ),
)
export const code = described('As the text message has it.', v.pipe(v.string(), v.check(isCode)))
/** Becomes lower case, so that equal keys are equal texts. */
export const uuid = described(
  'A UUID.',
  v.pipe(
    v.string(),
    v.regex(/^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i),
    v.toLowerCase(),
  ),
)
/** Hexadecimal; becomes lower case. */
export const sha256 = described(
  '64 hexadecimal digits.',
  v.pipe(v.string(), v.regex(/^[\da-f]{64}$/i), v.toLowerCase()),
)
export const requestId = described(
  'As the sending of the code answered.',
  v.pipe(v.string(), v.regex(/^[\w-]{1,64}$/)),
)
// '' counts as absent: the login form sends null, other clients send ''.
export const email = described(
  'Asked of a new account.',
  v.pipe(
    v.string(),
    v.trim(),
    v.maxLength(limits.EMAIL_MAX),
    v.check((input) => input === '' || isEmail(input)),
    noControls,
  ),
)
/** What a person typed for others, of at most so many characters. Of far more than any name or comment has it is not even trimmed. */
/* @__NO_SIDE_EFFECTS__ */
function typed(max: number) {
  return v.pipe(
    v.string(),
    v.maxLength(limits.TYPED_MAX),
    v.transform(visibleText),
    v.check((input) => textLength(input) <= max),
  )
}
/** In a text of several lines only line breaks and tabs are allowed as control characters. */
const onlyLineControls = v.check((input: string) => !/\p{Cs}|[^\P{Cc}\n\t\r]/u.test(input))
export const name = described(
  `1 to ${limits.NAME_MAX} characters after trimming, of which one is to be seen.`,
  v.pipe(typed(limits.NAME_MAX), v.nonEmpty(), noControls),
)
export const guestTokens = described(
  'Tokens of guests by name whose photos, likes and comments become this user’s. Those that are good no more count for nothing.',
  v.pipe(v.array(v.pipe(v.string(), v.maxLength(64))), v.maxLength(limits.GUEST_TOKENS_MAX)),
)
export const personName = described(
  `Asked of a new account; at most ${limits.NAME_MAX} characters.`,
  v.pipe(typed(limits.NAME_MAX), noControls),
)
export const commentContent = described(
  `1 to ${limits.COMMENT_MAX} characters after trimming, of which one is to be seen.`,
  v.pipe(typed(limits.COMMENT_MAX), v.nonEmpty(), onlyLineControls),
)
/** Any day or moment; becomes `YYYY-MM-DD HH:mm:ss.SSS`. */
export const eventDate = described(
  '`YYYY-MM-DD`, with a time `HH:mm:ss.SSS` if wanted.',
  v.pipe(
    v.string(),
    v.trim(),
    v.regex(/^\d{4}-\d{2}-\d{2}([ T]\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?)?$/),
    v.transform(toEventDate),
    v.nonEmpty(),
  ),
)
export const seatingUrl = described(
  'An https address; empty: none.',
  v.pipe(
    v.string(),
    v.trim(),
    v.maxLength(limits.URL_MAX),
    v.check((input) => input === '' || isHttpsUrl(input)),
    noControls,
  ),
)
/** A switch in a form; becomes a boolean. */
export const flag = described(
  '`true` or `false`.',
  v.pipe(
    v.picklist(['true', 'false']),
    v.transform((input) => input === 'true'),
  ),
)
/** A moment with its offset; becomes epoch milliseconds, or null for '': none. */
export const optionalMoment = described(
  'ISO 8601 with offset; empty: none.',
  v.pipe(
    v.string(),
    v.trim(),
    v.check((input) => input === '' || !Number.isNaN(toMoment(input))),
    v.transform((input) => (input === '' ? null : toMoment(input))),
  ),
)
/** Of `revealAt`: after every moment there is. */
export const LATER_MS = 8_640_000_000_000_000
/** As `optionalMoment`; `later` becomes the end of time. */
export const revealAt = described(
  '`later`, or ISO 8601 with offset; empty: at once.',
  v.union([
    v.pipe(
      v.literal('later'),
      v.transform(() => LATER_MS),
    ),
    optionalMoment,
  ]),
)
export const guestSignIn = v.picklist(GUEST_SIGN_INS)
export const guestsSee = v.picklist(GUESTS_SEE)
/** Becomes a number. */
export const photosPerChoice = described(
  limits.CHOICE_SIZES.join(', '),
  v.pipe(
    v.picklist(limits.CHOICE_SIZES.map(String)),
    v.transform((input) => Number(input)),
  ),
)
/** The word at an Orma's door; empty: none is asked for. */
export const pin = described(
  `${limits.PIN_LENGTH.min} to ${limits.PIN_LENGTH.max} characters; empty: none.`,
  v.pipe(
    typed(limits.PIN_LENGTH.max),
    noControls,
    v.check((input) => input === '' || textLength(input) >= limits.PIN_LENGTH.min),
  ),
)
/** As somebody at the door gives it, right or wrong. */
export const givenPin = described(
  'As typed; capitals, accents and spaces count for nothing.',
  typed(limits.TYPED_MAX),
)
export const music = described(
  'What the films’ music is called; empty: none.',
  v.pipe(v.string(), v.trim(), v.picklist(['', ...MUSIC_NAMES])),
)
/** A moment with its offset; becomes one with a T, by which days and hours are told apart. */
const moment = v.pipe(
  v.string(),
  v.isoTimestamp(),
  v.check(isRealDay),
  // `Date.parse` does not read some offsets that ISO 8601 allows, such as `+02`.
  v.check((input) => !Number.isNaN(Date.parse(input))),
  v.transform((input) => input.replace(' ', 'T')),
)
// What comes with a photo of which a person sees nothing: where it makes no sense, or is not there, it is not known. No photo is
// refused for it.
/** '': not known. */
export const originalDate = v.fallback(
  described(
    'When the photo was taken, where neither it nor its name says so: ISO 8601 with offset. A time before 1990, one more than a day ahead, or none: the time of receipt.',
    moment,
  ),
  '',
)
/** Any name; '': not known, as by some browsers. */
export const timezone = v.fallback(
  described(
    'The IANA time zone in which it was taken; any other text: not known.',
    v.pipe(v.string(), v.maxLength(64), noControls),
  ),
  '',
)
export const description = v.fallback(
  described(
    `At most ${limits.DESCRIPTION_MAX} characters; a longer one is left out.`,
    v.pipe(v.string(), v.maxLength(limits.DESCRIPTION_MAX), onlyLineControls),
  ),
  '',
)
export const invitationToken = described(
  'Of the link: what stands behind its `#`.',
  v.pipe(v.string(), v.regex(/^[\w-]{43}$/)),
)
/** The hash of a photo's bytes, or of those it was made of; absent: not known. */
export const statedHash = v.fallback(v.optional(sha256), undefined)

function toEventDate(input: string): string {
  const moment = input.length === 10 ? `${input}T00:00` : input.replace(' ', 'T')
  const time = Date.parse(`${moment}Z`)
  if (Number.isNaN(time)) return ''
  const iso = new Date(time).toISOString()
  // Date.parse turns 31 February into March: such a day is refused.
  return iso.startsWith(input.slice(0, 10)) ? iso.slice(0, -1).replace('T', ' ') : ''
}

function toMoment(input: string): number {
  const time = v.is(moment, input) ? Date.parse(input) : Number.NaN
  // At either end of these years the offset leads into one that an answer could not write with four digits.
  return time >= FIRST_MOMENT && time < END_OF_MOMENTS ? time : Number.NaN
}

/** The regular expression alone accepts 31 February. */
function isRealDay(input: string): boolean {
  const day = input.slice(0, 'YYYY-MM-DD'.length)
  const time = Date.parse(`${day}T00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day)
}

function isHttpsUrl(input: string): boolean {
  return /^https:\/\/[^\s/?#]+\.[^\s]+$/i.test(input)
}
