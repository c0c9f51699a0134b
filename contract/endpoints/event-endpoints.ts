import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { event } from '../entities.ts'
import * as pathField from '../path-fields.ts'

export const getEvent = endpoint({
  method: 'GET',
  path: '/events/{event_hash}',
  auth: 'optional',
  params: pathField.ofEvent,
  answers: { 200: v.object({ event }) },
})
