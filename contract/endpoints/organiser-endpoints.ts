import * as v from 'valibot'
import { described, endpoint } from '../endpoint.ts'
import { author, event, id, isoTime } from '../entities.ts'
import { invitationToken } from '../fields.ts'
import * as pathField from '../path-fields.ts'

// Who organises an Orma together with its owner.

const openInvitation = v.object({ id, createdAt: isoTime, expiresAt: isoTime })
export type OpenInvitation = v.InferOutput<typeof openInvitation>

export const inviteOrganiser = endpoint('POST /events/{event_hash}/invitations', {
  params: pathField.ofEvent,
  answers: { 201: v.object({ ...openInvitation.entries, token: invitationToken }) },
})

/** The invitations that nobody has followed yet, the newest first. */
export const listInvitations = endpoint('GET /events/{event_hash}/invitations', {
  params: pathField.ofEvent,
  answers: { 200: v.object({ invitations: v.array(openInvitation) }) },
})

export const revokeInvitation = endpoint(
  'DELETE /events/{event_hash}/invitations/{invitation_id}',
  {
    params: pathField.ofInvitation,
    answers: { 204: null },
  },
)

/** The token comes in the body, so that no log of addresses has it. Whoever has it is told, so that nobody signs in for one that is over. */
export const readInvitation = endpoint('POST /events/{event_hash}/invitations/read', {
  auth: 'optional',
  params: pathField.ofEvent,
  body: { token: invitationToken },
  answers: {
    200: v.object({
      name: described('Of the Orma.', v.string()),
      invitedBy: described('Its owner.', author),
      isOrganiser: described('Whether the caller organises it already.', v.boolean()),
    }),
  },
})

export const acceptInvitation = endpoint('POST /events/{event_hash}/organisers', {
  phoneOnly: true,
  params: pathField.ofEvent,
  body: { token: invitationToken },
  answers: { 200: v.object({ event }) },
})

export const removeOrganiser = endpoint('DELETE /events/{event_hash}/organisers/{user_id}', {
  params: pathField.ofOrganiser,
  answers: { 204: null },
})

export const askForHandover = endpoint('PUT /events/{event_hash}/handover', {
  params: pathField.ofEvent,
  body: { user_id: described('An organiser of the Orma.', id) },
  answers: { 200: v.object({ event }) },
})

export const acceptHandover = endpoint('POST /events/{event_hash}/handover/accept', {
  params: pathField.ofEvent,
  answers: { 200: v.object({ event }) },
})

export const endHandover = endpoint('DELETE /events/{event_hash}/handover', {
  params: pathField.ofEvent,
  answers: { 204: null },
})
