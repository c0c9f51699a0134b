import * as v from 'valibot'
import { described, endpoint } from '../endpoint.ts'
import * as field from '../fields.ts'
import * as pathField from '../path-fields.ts'

/** Counts a device on which nobody is signed in among an Orma's guests, once. */
export const countVisitor = endpoint('POST /events/{event_hash}/visitors', {
  auth: 'optional',
  params: pathField.ofEvent,
  body: {
    mark: described(
      'A UUID that the device made at random for this Orma. Its hash alone is stored.',
      field.uuid,
    ),
    isKnown: v.optional(
      described(
        'True: somebody has signed in on it, who is counted by their account. The mark is forgotten.',
        v.boolean(),
      ),
      false,
    ),
  },
  answers: { 204: null },
})
