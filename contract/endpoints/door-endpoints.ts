import * as v from 'valibot'
import { described, endpoint } from '../endpoint.ts'
import { pinMark, success } from '../entities.ts'
import * as field from '../fields.ts'
import * as pathField from '../path-fields.ts'

/** Lets a device in that gives the word at an Orma's door; where none is asked for, any. */
export const openDoor = endpoint('POST /events/{event_hash}/door', {
  auth: 'optional',
  params: pathField.ofEvent,
  body: {
    pin: field.givenPin,
    device: v.optional(
      described(
        'A number that the device has made at random for this Orma: its wrong words are counted by it. Without one they are by address.',
        field.uuid,
      ),
    ),
  },
  answers: {
    200: v.object({
      success,
      key: described('What a client without cookies sends in the header `Orma-Key`.', v.string()),
      pinMark: v.optional(described('Of the word that was given.', pinMark), null),
    }),
  },
})
