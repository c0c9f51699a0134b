import { describe, expect, it } from 'vitest'
import { api } from '../../../contract/api.ts'
import type { Endpoint } from '../../../contract/endpoint.ts'
import type { OpenApiDocument } from '../../../server/openapi/openapi-routes.ts'
import { sharedServer } from '../../support/fixtures.ts'
import { filesBelow, readFile } from '../../support/source-files.ts'

const { orma } = await sharedServer()
const document = (await (await fetch(`${orma.url}/api/openapi.json`)).json()) as OpenApiDocument
const page = await (await fetch(`${orma.url}/api`)).text()

const CALLS = Object.entries<Endpoint>(api)

function operations() {
  return Object.entries(document.paths).flatMap(([path, calls]) =>
    Object.entries(calls).map(([method, operation]) => ({ path, method, operation })),
  )
}

describe('GET /api/openapi.json', () => {
  // Specification: 3.3
  it('tells of every call of the contract, once, with its address and method', () => {
    const told = operations().map(({ path, method, operation }) => {
      return `${operation.operationId}: ${method.toUpperCase()} ${path}`
    })
    const all = CALLS.map(([name, { method, path }]) => `${name}: ${method} ${path}`)
    expect(told.toSorted()).toEqual(all.toSorted())
  })

  it.each(CALLS)('tells all of %s: what it takes, who may, every answer', (name, endpoint) => {
    const { operation } = operations().find((each) => each.operation.operationId === name)!
    const placed = (place: string) =>
      operation.parameters.filter((each) => each.in === place).map((each) => each.name)
    expect(placed('path')).toEqual(Object.keys(endpoint.params ?? {}))
    expect(placed('path')).toEqual([...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, n]) => n))
    expect(placed('query')).toEqual(Object.keys(endpoint.query ?? {}))
    expect(placed('header').includes('Idempotency-Key')).toBe(endpoint.keyed === true)
    for (const { description } of operation.parameters) expect(description).toMatch(/\w/)

    const [content] = Object.values(operation.requestBody?.content ?? {})
    const { body, unread, form } = endpoint
    const fields = form ? { ...form.fields, ...form.files } : { ...body, ...unread }
    expect(Object.keys(content?.schema?.properties ?? {})).toEqual(Object.keys(fields))

    expect(operation.security).toEqual(
      { none: [], optional: [{}, { token: [] }], required: [{ token: [] }] }[endpoint.auth],
    )
    const good = Object.keys(operation.responses).filter((status) => Number(status) < 300)
    const { answers, stream, file } = endpoint
    const statuses = file ? ['200', '206'] : stream ? ['200'] : Object.keys(answers).toSorted()
    expect(good).toEqual(statuses)
    for (const { headers } of Object.values(operation.responses)) {
      expect(headers).toHaveProperty('X-Request-Id')
    }
    expect(operation.summary).toMatch(/^[A-Z]/)
    expect(operation.description).toMatch(/\n\nWho may: [a-z]/)
  })

  it('tells what fields mean in words that page and worker do not carry', () => {
    const shapes = Object.values(document.components.schemas)
    const fields = shapes.flatMap(({ properties = {} }) => Object.values(properties))
    const words = fields.flatMap((field) =>
      typeof field === 'object' && field.description ? field.description : [],
    )
    expect(words).toContain('Posts in every state.')
    const scripts = filesBelow('dist/assets').filter((path) => path.endsWith('.js'))
    const built = ['dist/sw.js', ...scripts].map(readFile).join('\n')
    expect(words.filter((text) => built.includes(text))).toEqual([])
  })

  it('points nowhere but to what is in it', () => {
    const text = JSON.stringify(document)
    const names = [...text.matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)].map(([, n]) => n)
    expect(names.length).toBeGreaterThan(50)
    expect(Object.keys(document.components.schemas)).toEqual(expect.arrayContaining(names))
    expect(text).not.toContain('$defs')
  })
})

describe('GET /api', () => {
  it('shows every call and shape, and leads nowhere that is not there', () => {
    const ids = [...page.matchAll(/ id="(\w+)"/g)].map(([, id]) => id)
    expect(new Set(ids).size).toBe(ids.length)
    const shown = [...CALLS.map(([name]) => name), ...Object.keys(document.components.schemas)]
    expect(ids).toEqual(expect.arrayContaining(shown))
    const targets = [...page.matchAll(/href="#(\w+)"/g)].map(([, id]) => id)
    expect(ids).toEqual(expect.arrayContaining(targets))
    for (const [, { path, method }] of CALLS) {
      expect(page).toContain(`<b>${method}</b> <code>/api${path}</code>`)
    }
  })

  it('needs no script and no other host, and has all it names', async () => {
    const { headers } = await fetch(`${orma.url}/api`)
    expect(headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(page).not.toMatch(/<script|\son\w+=|\sstyle=|https?:/)
    for (const [path, type] of [
      ['/api/style.css', 'text/css; charset=utf-8'],
      ['/api/openapi.json', 'application/json; charset=utf-8'],
    ]) {
      const response = await fetch(orma.url + path)
      expect([response.status, response.headers.get('content-type')]).toEqual([200, type])
    }
  })
})
