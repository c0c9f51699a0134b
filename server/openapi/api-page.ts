import { API_BASE } from '../../contract/api.ts'
import { TOKEN_LIFETIME_SECONDS } from '../../contract/limits.ts'
import { CALL_GROUPS, ERRORS_OF_ALL } from './call-descriptions.ts'
import type { CallName } from './call-descriptions.ts'
import { callHtml, fieldItems, inline, listHtml, paragraph, schemaHtml } from './call-html.ts'
import type { Item } from './call-html.ts'
import { ERRORS } from '../http/error-codes.ts'
import type { ErrorCode } from '../http/error-codes.ts'
import type { OpenApiDocument } from './openapi-routes.ts'
import type { Operation } from './operation.ts'

export const STYLE_PATH = '/style.css'
export const DOCUMENT_PATH = '/openapi.json'

const SIGN_IN = `curl $ORMA/api/users/register/start -H 'Content-Type: application/json' \\
  -d '{"phone":"15551234567"}'
curl $ORMA/api/users/register/verify -H 'Content-Type: application/json' \\
  -d '{"phone":"15551234567","request_id":"…","code":"1234","name":"Anna","email":"anna@example.com"}'`
const UPLOAD = `curl $ORMA/api/events/$EVENT_HASH/upload -H "Authorization: $TOKEN" \\
  -H "Idempotency-Key: $(uuidgen)" -F image=@photo.jpg -F description=1 \\
  -F original_date=2026-06-20T18:30:00+02:00 -F timezone=Europe/Paris`

const BASICS: [title: string, text: string][] = [
  [
    'Address',
    `All calls lie below \`${API_BASE}\`. Bodies and answers are JSON in UTF-8 unless a call says otherwise; times are ISO 8601 where a field says nothing else.`,
  ],
  [
    'Signing in',
    `A phone gets a code, the code gives a token, and the token goes into the header \`Authorization\` as it is, without a scheme. It is good for ${TOKEN_LIFETIME_SECONDS / 86_400} days.`,
  ],
  [
    'Refusals',
    'Each has a status, a `code` for programs, and in `error` a sentence for people. They come in this order: 401, 404, 403, then 400 and the rest. 429 and 503 `unavailable` say in `Retry-After` for how many seconds to wait. Under the `X-Request-Id` of any answer the operator finds in the log what was done for it.',
  ],
  [
    'Doing it once',
    'With an `Idempotency-Key` (a UUID of the caller’s making) a photo, a like, a comment, a new Orma, the sending of a code or signing in by it is done once, however often a bad line makes one send it again.',
  ],
  [
    'Photos',
    'Up to a few megabytes go in one request; on a bad line a resumable upload (tus 1.0) loses nothing of what has arrived. Both make the same post.',
  ],
]

/** The API as a page for people; it tells what the document tells, and needs no script. */
export function writeApiPage({ info, paths, components }: OpenApiDocument): string {
  const calls = new Map(
    Object.entries(paths).flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, operation]) => {
        return [operation.operationId, { path, method, operation }]
      }),
    ),
  )
  const groups = CALL_GROUPS.map(({ name, calls: own }) => ({
    name,
    calls: Object.keys(own).flatMap((id) => calls.get(id as CallName) ?? []),
  }))
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>API · ${info.title}</title>
<link rel="icon" href="/icons/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${API_BASE}${STYLE_PATH}">
</head>
<body>
<a class="skip" href="#main">Skip to the calls</a>
<header>
<p><a href="/">${info.title}</a></p>
<h1>The API</h1>
<p>All that the app does, any program can do. The same as an <a href="${API_BASE}${DOCUMENT_PATH}">OpenAPI 3.1 document</a>.</p>
</header>
<nav aria-label="Calls">
${groups
  .map((group) =>
    menu(
      group.name,
      group.calls.map(({ operation }) => operation),
    ),
  )
  .join('\n')}
<h2><a href="#shapes">Shapes</a></h2>
<ul>${Object.keys(components.schemas)
    .map((name) => `<li><a href="#${name}">${name}</a></li>`)
    .join('')}</ul>
</nav>
<main id="main" tabindex="-1">
<section id="basics"><h2>Basics</h2>
${BASICS.map(([title, text]) => `<h3>${title}</h3>${paragraph(text)}`).join('\n')}
${listHtml('Any call may refuse', ERRORS_OF_ALL.map(errorItem))}
<pre tabindex="0" aria-label="Signing in, by curl">${inline(SIGN_IN)}</pre>
<pre tabindex="0" aria-label="Uploading a photo, by curl">${inline(UPLOAD)}</pre>
</section>
${groups
  .map(({ name, calls: own }) => {
    const all = own.map(({ method, path, operation }) => callHtml(method, path, operation))
    return `<section id="${name}"><h2>${name}</h2>\n${all.join('\n')}\n</section>`
  })
  .join('\n')}
<section id="shapes"><h2>Shapes</h2>
${Object.entries(components.schemas)
  .map(([name, schema]) => {
    const fields = schema.properties
      ? listHtml('', fieldItems(schema))
      : `<ul>${(schema.oneOf ?? []).map((one) => `<li><code>${schemaHtml(one)}</code></li>`).join('')}</ul>`
    return `<article id="${name}"><h3><a href="#${name}">${name}</a></h3>\n${fields}</article>`
  })
  .join('\n')}
</section>
</main>
</body>
</html>
`
}

function menu(name: string, operations: readonly Operation[]): string {
  const links = operations.map(
    ({ operationId, summary }) => `<li><a href="#${operationId}">${inline(summary)}</a></li>`,
  )
  return `<h2><a href="#${name}">${name}</a></h2>\n<ul>${links.join('')}</ul>`
}

function errorItem(code: ErrorCode): Item {
  const [status, description] = ERRORS[code]
  return { name: `${status} ${code}`, type: '', description }
}
