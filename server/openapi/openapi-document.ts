import { API_BASE } from '../../contract/api.ts'
import { CALL_GROUPS } from './call-descriptions.ts'
import { ENDPOINTS } from './describe-call.ts'
import type { CallName } from './describe-call.ts'
import { HEADERS } from './headers.ts'
import { entitySchemas } from './json-schemas.ts'
import { toOperation } from './operation.ts'
import type { Operation } from './operation.ts'

export interface OpenApiDocument {
  openapi: string
  info: Readonly<Record<string, string>>
  servers: readonly { url: string }[]
  tags: readonly { name: string }[]
  paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  components: Readonly<{
    schemas: ReturnType<typeof entitySchemas>
    headers: object
    securitySchemes: object
  }>
}

/** The whole API as an OpenAPI 3.1 document, made from the table by which page, worker and server call each other. */
export function writeOpenApi(): OpenApiDocument {
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
