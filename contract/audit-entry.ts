import * as v from 'valibot'
import type { InferOutput } from 'valibot'
import { described } from './endpoint.ts'
import { author, id, isoTime } from './entities.ts'

/** What an organiser can have done in an Orma. */
const AUDIT_ACTIONS = [
  'create',
  'update',
  'pause',
  'reopen',
  'set_deletion',
  'clear_deletion',
  'approve',
  'reject',
  'delete_post',
  'delete_comment',
  'download',
  'remove_person',
  'hold_guests',
  'invite',
  'join',
  'leave',
  'remove_organiser',
  'take_over',
  'door_closed',
] as const
const auditAction = v.picklist(AUDIT_ACTIONS)
export type AuditAction = InferOutput<typeof auditAction>

const auditDetails = v.object({
  /** Of an update: the settings that changed. */
  fields: v.optional(v.array(v.string())),
  /** The day of deletion that was set. */
  deleteAt: v.optional(isoTime),
  /** Not the user named did it, but the operator of the server. */
  isOperators: v.optional(v.literal(true)),
})
export type AuditDetails = InferOutput<typeof auditDetails>

export const auditEntry = v.object({
  id,
  at: isoTime,
  User: described('Who did it.', author),
  action: auditAction,
  post_id: described('The post, where it was about one.', v.nullable(id)),
  details: auditDetails,
})
export type AuditEntry = InferOutput<typeof auditEntry>
