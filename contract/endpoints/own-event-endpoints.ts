import * as v from 'valibot'
import { described, endpoint } from '../endpoint.ts'
import { auditEntry } from '../audit-entry.ts'
import { event, post } from '../entities.ts'
import { participant, photoComment, removalReceipt, totals } from '../participants.ts'
import * as field from '../fields.ts'
import * as pathField from '../path-fields.ts'

const eventForm = { profile_image: 'optional', banner: 'optional' } as const

/** What an organiser decides for guests. Left out: as it was, or as the specification has it. */
const switches = {
  allowVideos: v.optional(field.flag),
  guestSignIn: v.optional(field.guestSignIn),
  photosPerChoice: v.optional(field.photosPerChoice),
  revealAt: v.optional(field.revealAt),
  guestsSee: v.optional(field.guestsSee),
  pin: v.optional(field.pin),
  mayShare: v.optional(field.flag),
  showCounts: v.optional(field.flag),
}

export const createEvent = endpoint('POST /events', {
  phoneOnly: true,
  form: {
    fields: {
      name: field.name,
      event_date: field.eventDate,
      seating_url: v.optional(field.seatingUrl),
      endsAt: v.optional(field.optionalMoment),
      ...switches,
    },
    files: eventForm,
  },
  answers: { 200: v.object({ event }), 201: v.object({ event }) },
  keyed: true,
})

export const updateEvent = endpoint('PUT /events/{event_hash}/update', {
  params: pathField.ofEvent,
  form: {
    fields: {
      name: v.optional(field.name),
      event_date: v.optional(field.eventDate),
      seating_url: v.optional(field.seatingUrl),
      paused: v.optional(field.flag),
      uploadsClosed: v.optional(field.flag),
      reviewAll: v.optional(field.flag),
      endsAt: v.optional(field.optionalMoment),
      deleteAt: v.optional(field.optionalMoment),
      music: v.optional(field.music),
      ...switches,
      keepDevices: v.optional(
        described(
          'With a new `pin`: devices that gave the one before are not asked again.',
          field.flag,
        ),
      ),
    },
    files: eventForm,
  },
  answers: { 200: v.object({ event }) },
})

export const deleteEvent = endpoint('DELETE /events/{event_hash}', {
  params: pathField.ofEvent,
  answers: { 204: null },
})

/** Notes that the owner has opened the warning of the deletion; earlier than 14 days before there is none. */
export const noteDeletionSeen = endpoint('POST /events/{event_hash}/deletion/seen', {
  params: pathField.ofEvent,
  answers: { 200: v.object({ event }) },
})

/** What the owner did, newest first; with `after` what is older than that entry. */
export const listAudit = endpoint('GET /events/{event_hash}/audit', {
  params: pathField.ofEvent,
  query: {
    after: v.optional(described('Goes on with what is older than this entry.', pathField.idText)),
  },
  answers: { 200: v.object({ entries: v.array(auditEntry) }) },
})

// What an Orma's owner finds people and photos by.

/** Who added photos or comments, and guests by name, by their ids: 100 at a time, those after a user. */
export const listPeople = endpoint('GET /events/{event_hash}/people', {
  params: pathField.ofEvent,
  query: { after: v.optional(described('Goes on after this user.', pathField.idText)) },
  answers: { 200: v.object({ people: v.array(participant) }) },
})

/** How many came, took part, and what there is by now. */
export const getTotals = endpoint('GET /events/{event_hash}/totals', {
  params: pathField.ofEvent,
  answers: { 200: v.object({ totals }) },
})

/** Somebody's posts in every state, newest first: 24 at a time, those after a post. */
export const listPersonPosts = endpoint('GET /events/{event_hash}/people/{user_id}/posts', {
  params: pathField.ofPerson,
  query: { after: pathField.afterPost },
  answers: { 200: v.object({ posts: v.array(post) }) },
})

/** Takes somebody with all of theirs out of the Orma. A guest by name does not come in again by their token. */
export const removePerson = endpoint('DELETE /events/{event_hash}/people/{user_id}', {
  params: pathField.ofPerson,
  query: { posts: described('`delete`: what they added goes, too.', v.literal('delete')) },
  answers: { 200: removalReceipt },
})

/** The comments of all posts, newest first: 24 at a time, those after a comment. */
export const listAllComments = endpoint('GET /events/{event_hash}/comments', {
  params: pathField.ofEvent,
  query: { after: v.optional(described('Goes on after this comment.', pathField.idText)) },
  answers: { 200: v.object({ comments: v.array(photoComment) }) },
})
