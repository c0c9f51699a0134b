import * as v from 'valibot'
import {
  MAX_UPLOAD_BYTES,
  MAX_VIDEO_BYTES,
  MAX_VIDEO_SECONDS,
  PHONE_DIGITS_MAX,
} from '../../contract/limits.ts'
import { canonicalPhone } from '../../contract/phone-number.ts'
import { readSettings, sets, splitList, text, wholeNumber } from '../settings/read-settings.ts'
import type { Env } from '../settings/read-settings.ts'

/** Less than any photo of a phone has was meant as something else, such as megabytes. */
const LEAST_UPLOAD_BYTES = 100_000
/** What is made of a video may be larger, and a file of an archive has less than 4 GiB. */
const MOST_VIDEO_BYTES = 2 * 1024 ** 3
/** Less than an evening of photos has was meant as something else, such as gigabytes. */
const LEAST_STORAGE_BYTES = 10_000_000

/** Who may create Ormas: `anyone`, `invited` people alone, or these phone numbers, in digits, and who is invited. */
export type Creators = 'anyone' | 'invited' | ReadonlySet<string>

const PHONES = 'phone numbers like +12025550142,+4915112345678'
const CREATORS = `anyone, invited, or ${PHONES}`

/** Who may put how much on this server. */
export const LIMIT_SETTINGS = {
  CREATE_ORMAS: v.pipe(
    v.optional(text, 'anyone'),
    v.transform(readCreators),
    v.check((creators) => creators !== undefined, CREATORS),
    v.transform((creators): Creators => creators ?? 'invited'),
    sets(
      'who may create Ormas: `anyone` with a phone, `invited` people alone (`npm run invite`), or numbers like `+12025550142,+4915112345678`, and who is invited',
    ),
  ),
  ADMIN_PHONES: v.pipe(
    v.optional(text, ''),
    v.transform((given) => readPhones(given)),
    v.check((phones) => phones !== undefined, PHONES),
    v.transform((phones): ReadonlySet<string> => phones ?? new Set()),
    sets(
      'numbers, like `+12025550142,+4915112345678`, whose owners see `/admin` once they are signed in ([more](README.md#the-operators-page))',
      'nobody',
    ),
  ),
  OPERATOR_CONTACT: v.pipe(
    v.optional(text),
    sets(
      'whom people ask who may not create an Orma, or need a code where no SMS is sent, and organisers of a full one: an address, a number, a name; everybody can read it',
    ),
  ),
  STORAGE_LIMIT: v.pipe(
    v.optional(wholeNumber(LEAST_STORAGE_BYTES)),
    sets(
      `the most bytes of all Ormas, from ${LEAST_STORAGE_BYTES}`,
      '90 % of what the disk has for them, of half of it at least; a bucket: none',
    ),
  ),
  EVENT_STORAGE_LIMIT: v.pipe(
    v.optional(wholeNumber(LEAST_STORAGE_BYTES)),
    sets(
      `the most bytes of one Orma, from ${LEAST_STORAGE_BYTES}; its organisers are told at 80 %`,
      'half of that',
    ),
  ),
  EVENT_UPLOAD_LIMIT: v.pipe(
    v.optional(wholeNumber(0)),
    sets('the most photos in one Orma', 'none'),
  ),
  USER_UPLOAD_LIMIT: v.pipe(
    v.optional(wholeNumber(0), '2000'),
    sets('the most photos of one guest in it'),
  ),
  MAX_UPLOAD_BYTES: v.pipe(
    v.optional(wholeNumber(LEAST_UPLOAD_BYTES), String(MAX_UPLOAD_BYTES)),
    sets(
      `the largest photo in bytes, from ${LEAST_UPLOAD_BYTES}; the app itself chooses none above the default, ${MAX_UPLOAD_BYTES / 2 ** 20} MiB`,
    ),
  ),
  MAX_VIDEO_SECONDS: v.pipe(
    v.optional(wholeNumber(1, 3_600), String(MAX_VIDEO_SECONDS)),
    sets('the longest video in seconds, to 3600, in Ormas whose organiser allows videos'),
  ),
  MAX_VIDEO_BYTES: v.pipe(
    v.optional(wholeNumber(LEAST_UPLOAD_BYTES, MOST_VIDEO_BYTES), String(MAX_VIDEO_BYTES)),
    sets(`the largest video in bytes, from ${LEAST_UPLOAD_BYTES} to ${MOST_VIDEO_BYTES}`),
  ),
}

/** Throws an OperatorError for a bad value. */
export function readLimits(env: Env) {
  const given = readSettings(LIMIT_SETTINGS, env)
  return {
    creators: given.CREATE_ORMAS,
    adminPhones: given.ADMIN_PHONES,
    operatorContact: given.OPERATOR_CONTACT,
    storageLimit: given.STORAGE_LIMIT,
    eventStorageLimit: given.EVENT_STORAGE_LIMIT,
    eventUploadLimit: given.EVENT_UPLOAD_LIMIT,
    userUploadLimit: given.USER_UPLOAD_LIMIT,
    maxUploadBytes: given.MAX_UPLOAD_BYTES,
    videoLimits: {
      maxVideoSeconds: given.MAX_VIDEO_SECONDS,
      maxVideoBytes: given.MAX_VIDEO_BYTES,
    },
  }
}

function readCreators(given: string): Creators | undefined {
  if (given === 'anyone' || given === 'invited') return given
  const phones = readPhones(given)
  return phones?.size === 0 ? undefined : phones
}

/** Undefined where one of them is none. */
function readPhones(given: string): ReadonlySet<string> | undefined {
  const phones = splitList(given)
  const isNumber = (phone: string) =>
    /^\+[1-9]\d{6,}$/.test(phone) && phone.length <= PHONE_DIGITS_MAX + 1
  if (!phones.every(isNumber)) return undefined
  // As accounts have them: a number of Mexico or Argentina may be written in several ways.
  return new Set(phones.map((phone) => canonicalPhone(phone.slice(1)) ?? phone.slice(1)))
}
