import type { JsonSchema } from '@valibot/to-json-schema'
import type { GenericSchema } from 'valibot'
import { listKnownPhotos } from '../../contract/endpoints/upload-endpoints.ts'
import * as field from '../../contract/fields.ts'
import * as limits from '../../contract/limits.ts'
import { MUSIC_NAMES } from '../../contract/music.ts'
import * as path from '../../contract/path-fields.ts'

const text = (description: string, more: JsonSchema = {}): JsonSchema => ({
  type: 'string',
  description,
  ...more,
})
const SHA256 = text('64 hexadecimal digits.', { pattern: '^[0-9A-Fa-f]{64}$' })
const named = { minLength: 1, maxLength: limits.NAME_MAX }

/** What a caller writes into fields that the server checks or changes by code, which no conversion can tell. */
export const FIELD_SCHEMAS: ReadonlyMap<GenericSchema, JsonSchema> = new Map<
  GenericSchema,
  JsonSchema
>([
  [path.idText, { type: 'integer', minimum: 1 }],
  [
    path.pageText,
    {
      type: 'integer',
      minimum: limits.FIRST_PAGE,
      maximum: limits.LAST_PAGE,
      description: 'Counts from 1.',
    },
  ],
  [
    path.nextText,
    {
      type: 'integer',
      minimum: 0,
      maximum: limits.NEXT_POSTS_MAX,
      description: `Adds as many of the posts that follow in the feed, at most ${limits.NEXT_POSTS_MAX}.`,
    },
  ],
  [
    path.pageSizeText,
    {
      type: 'integer',
      minimum: 1,
      maximum: limits.PAGE_SIZE_MAX,
      default: limits.PAGE_SIZE,
      description: `How many posts to give, 1 to ${limits.PAGE_SIZE_MAX}. Who reads a whole feed asks for the most.`,
    },
  ],
  [
    field.phone,
    text(
      `Digits with the calling code, at most ${limits.PHONE_DIGITS_MAX}; a leading + or 00 may stand.`,
      {
        pattern: String.raw`^\s*(\+|00)?\d{1,${limits.PHONE_DIGITS_MAX}}\s*$`,
      },
    ),
  ],
  [
    field.code,
    text('As the text message has it.', { minLength: 1, maxLength: limits.CODE_LENGTH }),
  ],
  [field.requestId, text('As the sending of the code answered.', { minLength: 1, maxLength: 64 })],
  [field.email, text('Asked of a new account.', { maxLength: limits.EMAIL_MAX })],
  [field.name, text('1 to 80 characters after trimming, of which one is to be seen.', named)],
  [
    field.personName,
    text('Asked of a new account; at most 80 characters.', { maxLength: named.maxLength }),
  ],
  [
    field.commentContent,
    text('1 to 200 characters after trimming, of which one is to be seen.', {
      minLength: 1,
      maxLength: limits.COMMENT_MAX,
    }),
  ],
  [field.eventDate, text('`YYYY-MM-DD`, with a time `HH:mm:ss.SSS` if wanted.')],
  [field.seatingUrl, text('An https address; empty: none.', { maxLength: limits.URL_MAX })],
  [field.flag, text('`true` or `false`.', { enum: ['true', 'false'] })],
  [field.optionalMoment, text('ISO 8601 with offset; empty: none.')],
  [
    field.music,
    text('What the films’ music is called; empty: none.', { enum: ['', ...MUSIC_NAMES] }),
  ],
  [
    field.originalDate,
    text(
      'When the photo was taken, where neither it nor its name says so: ISO 8601 with offset. A time before 1990, one more than a day ahead, or none: the time of receipt.',
      { format: 'date-time' },
    ),
  ],
  [field.timezone, text('The IANA time zone in which it was taken; any other text: not known.')],
  [field.description, text('At most 1000 characters; a longer one is left out.')],
  [field.uuid, text('A UUID.', { format: 'uuid' })],
  [field.sha256, SHA256],
  [
    listKnownPhotos.body.sha256,
    { type: 'array', items: SHA256, maxItems: limits.KNOWN_AT_ONCE_MAX },
  ],
])
