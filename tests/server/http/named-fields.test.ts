import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { api } from '../../../contract/api.ts'
import type { Endpoint } from '../../../contract/endpoint.ts'
import { namedFields } from '../../../server/http/named-fields.ts'

describe('namedFields', () => {
  const author = v.object({ id: v.number(), name: v.nullable(v.string()) })

  it('leaves out every field that the schema does not name, however deep it lies', () => {
    const secret = { phone: '15550001' }
    const schema = v.object({
      User: author,
      owner: v.nullable(author),
      guest: v.optional(author),
      all: v.array(author),
      byDay: v.record(v.string(), v.array(author)),
    })
    const user = { id: 1, name: null }
    const told = { ...user, ...secret }
    const answerWith = (User: object) => ({
      User,
      owner: User,
      guest: User,
      all: [User],
      byDay: { today: [User] },
    })
    const value = { ...answerWith(told), ...secret }
    expect(namedFields(schema, value)).toEqual(answerWith(user))
  })

  it('keeps null, and leaves out what is not there', () => {
    const schema = v.object({ owner: v.nullable(author), guest: v.optional(author) })
    expect(namedFields(schema, { owner: null, guest: undefined })).toEqual({ owner: null })
    expect(Object.keys(namedFields(schema, { owner: null, guest: undefined }) as object)).toEqual([
      'owner',
    ])
  })

  it('changes no value, so no answer may be one that parsing changes', () => {
    const transforming = Object.entries<Endpoint>(api).flatMap(([name, { answers }]) =>
      Object.values(answers)
        .filter((schema) => schema && changes(schema))
        .map(() => name),
    )
    expect(transforming).toEqual([])
  })
})

/** Whether a transformation stands anywhere in a schema. */
function changes(schema: object): boolean {
  if ('kind' in schema && schema.kind === 'transformation') return true
  return Object.entries(schema).some(
    ([key, part]) =>
      typeof part === 'object' && part !== null && !key.startsWith('~') && changes(part),
  )
}
