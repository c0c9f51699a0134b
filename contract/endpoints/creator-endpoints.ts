import * as v from 'valibot'
import { described, endpoint } from '../endpoint.ts'
import { invitationToken } from '../fields.ts'

// Who may create Ormas on this server.

const creator = v.object({
  mayCreate: v.boolean(),
  contact: described('Whom to ask, where the operator says so.', v.nullable(v.string())),
  noSms: v.optional(
    described('There and true where this server sends no messages.', v.literal(true)),
  ),
})

export const readCreator = endpoint('GET /users/creator', {
  auth: 'optional',
  answers: { 200: creator },
})

/** The token comes in the body, so that no log of addresses has it. */
export const becomeCreator = endpoint('POST /users/creator', {
  phoneOnly: true,
  body: { token: invitationToken },
  answers: { 200: creator },
})
