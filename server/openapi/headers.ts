import { TOKEN_LIFETIME_SECONDS } from '../../contract/limits.ts'

/** Headers that calls send or answer with: their schema and what they are for. */
export const HEADERS = {
  'Idempotency-Key': [
    { type: 'string', format: 'uuid' },
    'The same key of the same user, and in the same Orma where the call is of one, is done once, however often it is sent, and answers alike each time. With something else, such as another phone, it is refused (422 `key_reused`).',
  ],
  'Last-Event-ID': [{ type: 'string' }, 'The id heard last: the stream goes on after it.'],
  'Tus-Resumable': [{ type: 'string', const: '1.0.0' }, 'The version of the protocol.'],
  'Tus-Version': [{ type: 'string' }, 'The versions that the server speaks.'],
  'Tus-Extension': [{ type: 'string' }, 'What it can do besides the core.'],
  'Tus-Max-Size': [{ type: 'integer' }, 'Bytes that a photo may have.'],
  'Tus-Checksum-Algorithm': [{ type: 'string' }, 'The algorithms of `Upload-Checksum`.'],
  'Upload-Length': [{ type: 'integer', minimum: 1 }, 'Bytes of the whole photo.'],
  'Upload-Offset': [
    { type: 'integer', minimum: 0 },
    'Bytes that the server has; of a chunk, where it begins.',
  ],
  'Upload-Metadata': [
    { type: 'string' },
    'Names with their values in base64, joined by commas: `key` (a UUID), `original_date`, `timezone`, and if wanted `filename`, `filetype`, `description`, `sha256`, `original_sha256`.',
  ],
  'Upload-Checksum': [
    { type: 'string' },
    '`sha1` or `sha256`, a space, the hash of this chunk in base64.',
  ],
  'Upload-Expires': [{ type: 'string' }, 'When an upload that nobody goes on with is forgotten.'],
  'Upload-Poster': [
    { type: 'string', const: 'wanted' },
    'The server cannot make the poster of this video, and takes one until the video is whole.',
  ],
  Range: [{ type: 'string' }, 'The bytes that are asked for, such as `bytes=1000-`.'],
  'If-Range': [
    { type: 'string' },
    'The `ETag` of what is there: of anything else the whole is answered.',
  ],
  'If-Match': [
    { type: 'string' },
    'The `ETag` of what is there: of anything else nothing is answered.',
  ],
  ETag: [{ type: 'string' }, 'The same for the same bytes.'],
  'Content-Disposition': [{ type: 'string' }, 'The name of the file.'],
  Location: [{ type: 'string' }, 'The address of the upload.'],
  'X-Request-Id': [
    { type: 'string' },
    'Under this id the operator finds the request in the log, with all that was done for it.',
  ],
  'Set-Cookie': [
    { type: 'string' },
    `The token as a cookie of ${TOKEN_LIFETIME_SECONDS / 86_400} days, for browsers.`,
  ],
} as const satisfies Record<string, readonly [schema: object, description: string]>

export type HeaderName = keyof typeof HEADERS

/** Headers of which a call makes no sense without. */
export const REQUIRED_HEADERS: readonly HeaderName[] = [
  'Tus-Resumable',
  'Upload-Length',
  'Upload-Offset',
  'Upload-Metadata',
]
