import { HEADLESS_SHELL } from '../support/browser-options.ts'
import type { Exchange } from '../support/gateway.ts'
import { spendEvening } from './recorded-evening.ts'
import { isCall, OURS, SPECIFIED } from './specified-calls.ts'
import type { CallRow } from './specified-calls.ts'
import { expect, test } from './venue-fixtures.ts'

test.use(HEADLESS_SHELL)

// Section 7 of the specification, row by row: what page and worker really send, as a proxy sees it. A row that is not as it should be
// is named, and the others are looked at all the same.

// Specification: 5.6, 7.3, 7.21, 7.36, 7.37
test('page and worker send an evening’s calls as specified', async ({ browser, venue }) => {
  test.setTimeout(480_000)
  const { exchanges, owner, guest } = await spendEvening(browser, venue)
  for (const row of SPECIFIED) {
    const sent = exchanges.filter((exchange) => isCall(row.call, exchange))
    const wrong = sent.flatMap((exchange) => wrongIn(exchange, row))
    expect.soft([...new Set(wrong)], row.call).toEqual([])
    const tokens = [...new Set(sent.map(({ authorization }) => authorization))]
    const theirs: Readonly<Record<CallRow['token'], readonly (string | undefined)[]>> = {
      none: [undefined],
      owner: [owner, undefined],
      caller: [owner, guest, undefined],
      auth: [owner, guest],
    }
    const unknown = tokens.filter((token) => !theirs[row.token].includes(token))
    expect.soft(unknown, `${row.call}: whose token`).toEqual([])
    expect.soft(tokens, `${row.call}: who sends it`).toContain(theirs[row.token][0])
  }
  const known = [...SPECIFIED.map(({ call }) => call), ...OURS]
  const others = exchanges.filter((exchange) => !known.some((call) => isCall(call, exchange)))
  expect(others.map(({ method, path }) => `${method} ${path}`)).toEqual([])
  expect(OURS.filter((call) => !exchanges.some((sent) => isCall(call, sent)))).toEqual([])
})

/** What is wrong with a request of a row, but for its token. */
function wrongIn(exchange: Exchange, row: CallRow): string[] {
  const type = contentTypeOf(exchange)
  return [
    ...wrongFields(queryOf(exchange), row.query, row.mayAsk),
    ...wrongFields(bodyOf(exchange), row.body ?? row.form, row.mayHave),
    ...wrongRepeats(exchange),
    ...(type === contentTypeFor(row) ? [] : [`content type ${type}`]),
  ]
}

type Fields = Readonly<Record<string, string>>

/** Fields that are missing, too many, or not as they are to be. */
function wrongFields(
  fields: Fields,
  wanted: CallRow['body'] = {},
  optional: readonly string[] = [],
): string[] {
  const names = new Set([...Object.keys(fields), ...Object.keys(wanted)])
  return [...names].flatMap((name) => {
    const value = fields[name]
    const pattern = wanted[name]
    if (value === undefined) return optional.includes(name) ? [] : [`${name} is missing`]
    if (!pattern) return optional.includes(name) ? [] : [`${name} is too many`]
    return pattern.test(value) ? [] : [`${name} is ${value}`]
  })
}

/** Fields that name another Orma or post than the path does. */
function wrongRepeats(exchange: Exchange): string[] {
  const [, event_hash, post_id] =
    /^\/api\/events\/([^/]+)(?:\/post\/(\d+))?/.exec(exchange.path) ?? []
  const fields = { ...queryOf(exchange), ...bodyOf(exchange) }
  const isWrong = (name: string, wanted: string | undefined) =>
    wanted !== undefined && name in fields && fields[name]?.replaceAll('"', '') !== wanted
  return Object.entries({ event_hash, post_id }).flatMap(([name, wanted]) =>
    isWrong(name, wanted) ? [name] : [],
  )
}

function queryOf({ search }: Exchange): Fields {
  return Object.fromEntries(new URLSearchParams(search))
}

/** The fields of a body: of JSON each value as JSON, of a form each text, and `(file)` for a file. */
function bodyOf(exchange: Exchange): Fields {
  const bytes = exchange.body()
  const type = contentTypeOf(exchange)
  if (type === 'application/json') {
    const values = Object.entries(JSON.parse(bytes.toString()) as Record<string, unknown>)
    return Object.fromEntries(values.map(([name, value]) => [name, JSON.stringify(value)]))
  }
  if (type !== 'multipart/form-data') return bytes.length > 0 ? { body: bytes.toString() } : {}
  const part = /; name="(\w+)"(; filename="[^"]*")?\r\n(?:[^\r]+\r\n)*\r\n((?:(?!\r\n--)[^])*)/g
  return Object.fromEntries(
    [...bytes.toString('latin1').matchAll(part)].map(([, name, isFile, value]) => [
      name,
      isFile ? '(file)' : value,
    ]),
  )
}

function contentTypeOf({ contentType }: Exchange): string | undefined {
  return contentType?.split(';')[0]
}

function contentTypeFor({ body, form }: CallRow): string | undefined {
  if (body) return 'application/json'
  return form && 'multipart/form-data'
}
