import * as v from 'valibot'
import { described, endpoint } from '../endpoint.ts'
import { count, picture } from '../entities.ts'
import * as pathField from '../path-fields.ts'

/** What an archive has, and where a browser saves it from. */
const archive = v.object({
  photos: count,
  /** How far the archive is with finding out how large it is; at 100 it is known. */
  percent: v.pipe(count, v.maxValue(100)),
  /** Of the whole file; null until known. */
  bytes: v.nullable(count),
  /** Null until the size is known, and where there are no photos. */
  address: v.nullable(picture),
})

/** Asks for an archive of all photos of an Orma. To be asked again until it is there. */
export const askForArchive = endpoint('POST /events/{event_hash}/download', {
  params: pathField.ofEvent,
  answers: { 200: archive },
})

/** Asks for an archive of the caller's own photos of an Orma, as `askForArchive` does for all. */
export const askForOwnArchive = endpoint('POST /events/{event_hash}/own_posts/download', {
  params: pathField.ofEvent,
  answers: { 200: archive },
})

/**
 * The archive that a ticket was given for; without a ticket all photos of an Orma, for its owner. The original photos, without place
 * and serial numbers.
 */
export const getArchive = endpoint('GET /events/{event_hash}/download', {
  auth: 'optional',
  params: pathField.ofEvent,
  query: {
    ticket: v.optional(
      described('As the `address` of an archive has it, in place of a token.', v.string()),
    ),
  },
  answers: {},
  file: 'application/zip',
})
