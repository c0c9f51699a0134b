// Resumable upload by tus 1.0 (tus.io/protocols/resumable-upload): the headers of its calls.

export const TUS_VERSION = '1.0.0'
export const TUS_EXTENSIONS = ['creation', 'checksum', 'expiration', 'termination'] as const
export const TUS_CHECKSUMS = ['sha1', 'sha256'] as const
export const CHUNK_TYPE = 'application/offset+octet-stream'
/** How long an unfinished upload is stored after its last byte. */
export const UPLOAD_LIFETIME_MS = 7 * 24 * 60 * 60_000
/** Status for bytes that do not match their checksum. */
export const CHECKSUM_MISMATCH = 460

// On every request except OPTIONS and GET, and on every answer.
export const TUS_RESUMABLE = 'tus-resumable'

// Headers of the answer to OPTIONS.
export const TUS_VERSIONS = 'tus-version'
export const TUS_EXTENSION = 'tus-extension'
export const TUS_MAX_SIZE = 'tus-max-size'
export const TUS_CHECKSUM_ALGORITHM = 'tus-checksum-algorithm'

/** Bytes of the whole photo. */
export const UPLOAD_LENGTH = 'upload-length'
export const UPLOAD_DEFER_LENGTH = 'upload-defer-length'
/** Bytes that the server has; on a chunk, the offset at which it begins. */
export const UPLOAD_OFFSET = 'upload-offset'
/** Names with values in base64 of UTF-8, separated by commas. */
export const UPLOAD_METADATA = 'upload-metadata'
/** An algorithm, a space, the chunk's hash in base64. */
export const UPLOAD_CHECKSUM = 'upload-checksum'
export const UPLOAD_EXPIRES = 'upload-expires'
/** `wanted`, beside how far a video is: the server cannot make its poster, and lacks one from the phone. */
export const UPLOAD_POSTER = 'upload-poster'
export const POSTER_TYPE = 'image/jpeg'
