// Resumable upload by tus 1.0 (tus.io/protocols/resumable-upload): what its calls carry in headers.

export const TUS_VERSION = '1.0.0'
export const TUS_EXTENSIONS = ['creation', 'checksum', 'expiration', 'termination'] as const
export const TUS_CHECKSUMS = ['sha1', 'sha256'] as const
/** Content type of the bytes of an upload. */
export const CHUNK_TYPE = 'application/offset+octet-stream'
/** How long an upload waits for its next byte. */
export const UPLOAD_LIFETIME_MS = 7 * 24 * 60 * 60_000
/** Status of bytes that are not what their checksum says. */
export const CHECKSUM_MISMATCH = 460

// On every request but OPTIONS and GET, and on every answer.
export const TUS_RESUMABLE = 'tus-resumable'

// What OPTIONS tells.
export const TUS_VERSIONS = 'tus-version'
export const TUS_EXTENSION = 'tus-extension'
export const TUS_MAX_SIZE = 'tus-max-size'
export const TUS_CHECKSUM_ALGORITHM = 'tus-checksum-algorithm'

/** Bytes of the whole. */
export const UPLOAD_LENGTH = 'upload-length'
export const UPLOAD_DEFER_LENGTH = 'upload-defer-length'
/** Bytes that the server has; on a chunk, where it begins. */
export const UPLOAD_OFFSET = 'upload-offset'
/** Names with their values in base64 of UTF-8, joined by commas. */
export const UPLOAD_METADATA = 'upload-metadata'
/** An algorithm, a space, the chunk's hash in base64. */
export const UPLOAD_CHECKSUM = 'upload-checksum'
export const UPLOAD_EXPIRES = 'upload-expires'
