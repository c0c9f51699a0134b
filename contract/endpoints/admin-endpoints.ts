import * as v from 'valibot'
import { adminEvent, ban, CREATOR_INVITATION, operatorAct, overview, SEARCH_MAX } from '../admin.ts'
import { described, endpoint } from '../endpoint.ts'
import { id, isoTime } from '../entities.ts'
import { phone, invitationToken } from '../fields.ts'
import * as pathField from '../path-fields.ts'

// For the numbers in ADMIN_PHONES. To all others there is nothing at these addresses, whether or not they are signed in.

export const readOverview = endpoint('GET /admin/overview', {
  auth: 'optional',
  answers: { 200: overview },
})

/** All Ormas, the newest first: 50 at a time. */
export const listAllEvents = endpoint('GET /admin/events', {
  auth: 'optional',
  query: {
    search: v.optional(
      described(
        'A part of the name, or the link; of the link the first 8 characters of its last part do.',
        v.pipe(v.string(), v.maxLength(SEARCH_MAX)),
      ),
    ),
    after: v.optional(described('Goes on with what is older than this Orma.', pathField.idText)),
  },
  answers: { 200: v.object({ events: v.array(adminEvent) }) },
})

/** Closes an Orma to all but its organisers. Neither they nor its owner open it again. */
export const pauseForHost = endpoint('PUT /admin/events/{event_id}/pause', {
  auth: 'optional',
  params: pathField.ofAdminEvent,
  answers: { 200: v.object({ event: adminEvent }) },
})

export const reopenForHost = endpoint('DELETE /admin/events/{event_id}/pause', {
  auth: 'optional',
  params: pathField.ofAdminEvent,
  answers: { 200: v.object({ event: adminEvent }) },
})

export const deleteForHost = endpoint('DELETE /admin/events/{event_id}', {
  auth: 'optional',
  params: pathField.ofAdminEvent,
  answers: { 204: null },
})

export const listBans = endpoint('GET /admin/bans', {
  auth: 'optional',
  answers: { 200: v.object({ bans: v.array(ban) }) },
})

/** Signs a number out, and in no more. One of `phone` and `owner_of` says whose. */
export const addBan = endpoint('POST /admin/bans', {
  auth: 'optional',
  body: {
    phone: v.optional(phone),
    owner_of: v.optional(described('An Orma.', id)),
  },
  answers: { 200: v.object({ ban }) },
})

export const liftBan = endpoint('DELETE /admin/bans/{ban_id}', {
  auth: 'optional',
  params: { ban_id: described('The ban.', pathField.idText) },
  answers: { 204: null },
})

/** Makes a link by which people may create Ormas: the address of that page, with `#` and the token. */
export const inviteCreators = endpoint('POST /admin/invitations', {
  auth: 'optional',
  body: {
    uses: v.optional(
      described('How many people.', v.pipe(id, v.maxValue(CREATOR_INVITATION.usesMax))),
      1,
    ),
    days: v.optional(
      described('How long it is good.', v.pipe(id, v.maxValue(CREATOR_INVITATION.daysMax))),
      CREATOR_INVITATION.days,
    ),
  },
  answers: { 201: v.object({ token: invitationToken, expiresAt: isoTime }) },
})

/** What was done by these calls, and by commands on the server, the newest first: 50 at a time. */
export const listOperatorActs = endpoint('GET /admin/acts', {
  auth: 'optional',
  query: {
    after: v.optional(described('Goes on with what is older than this act.', pathField.idText)),
  },
  answers: { 200: v.object({ acts: v.array(operatorAct) }) },
})
