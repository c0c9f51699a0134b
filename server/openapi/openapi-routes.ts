import { readFileSync } from 'node:fs'
import { Hono } from 'hono'
import { documentHeaders } from '../http/security-headers.ts'
import { DOCUMENT_PATH, STYLE_PATH, writeApiPage } from './api-page.ts'
import { API_BASE } from '../../contract/api.ts'
import { CALL_GROUPS, ENDPOINTS } from './call-descriptions.ts'
import type { CallName } from './call-descriptions.ts'
import { HEADERS } from './headers.ts'
import { entitySchemas } from './json-schemas.ts'
import { toOperation } from './operation.ts'
import type { Operation } from './operation.ts'

/** The API's own description, to be mounted where the API is: a page for people, a document for programs. */
export function openapiRoutes({ isHttps }: { isHttps: boolean }): Hono {
  const headers = {
    ...documentHeaders({ isHttps }),
    'cache-control': 'no-cache',
    'x-robots-tag': 'noindex',
  }
  const style = readFileSync(new URL('./api-page.css', import.meta.url), 'utf8')
  // Made when somebody asks; it stays the same for as long as the process runs.
  let openapi: OpenApiDocument | undefined
  const described = () => (openapi ??= writeOpenApi())

  const routes = new Hono()
  routes.get('/', (c) => c.html(writeApiPage(described()), 200, headers))
  routes.get(DOCUMENT_PATH, (c) =>
    c.body(JSON.stringify(described()), 200, {
      ...headers,
      'content-type': 'application/json; charset=utf-8',
    }),
  )
  routes.get(STYLE_PATH, (c) =>
    c.body(style, 200, { ...headers, 'content-type': 'text/css; charset=utf-8' }),
  )
  return routes
}

export type OpenApiDocument = ReturnType<typeof writeOpenApi>

/** The whole API as an OpenAPI 3.1 document, made from the table by which page, worker and server call each other. */
function writeOpenApi() {
  const [schema, requestIdIs] = HEADERS['X-Request-Id']
  const paths: Record<string, Record<string, Operation>> = {}
  for (const { name: tag, calls } of CALL_GROUPS) {
    for (const name of Object.keys(calls) as CallName[]) {
      const { path, method } = ENDPOINTS[name]
      paths[path] = { ...paths[path], [method.toLowerCase()]: toOperation(name, tag) }
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Orma',
      version: '1',
      summary: 'Private photo sharing for events.',
      description:
        'Every refusal, of every call, at every status, has the shape `Error`, and every answer an `X-Request-Id`, under which the operator finds in the log what was done for it. Sign in by `startRegistration` and `verifyRegistration`; the token then goes into the header `Authorization` as it is, without a scheme.',
    },
    servers: [{ url: API_BASE }],
    tags: CALL_GROUPS.map(({ name }) => ({ name })),
    paths,
    components: {
      schemas: entitySchemas(),
      headers: { 'X-Request-Id': { description: requestIdIs, schema } },
      securitySchemes: {
        token: {
          type: 'apiKey',
          in: 'header',
          name: 'Authorization',
          description: 'The token as it is.',
        },
      },
    },
  }
}
