import type { Parts } from './parts.ts'
import { EVENT_IMAGE_MAX_BYTES } from '../../contract/limits.ts'
import { texts } from '../../contract/texts.ts'
import { newMediaName } from '../blobs/blob-store.ts'
import { removeBlobs } from '../blobs/remove-blobs.ts'
import type { FormFile } from '../http/form.ts'
import { HttpError } from '../http/http-error.ts'
import { PhotoError } from '../media/photo-messages.ts'
import { inspectPhoto } from '../media/inspect-photo.ts'
import { sniffPhoto } from '../../contract/photo-type.ts'
import { eventImageKey, eventImageKeys } from './event-media.ts'

const IMAGES = { profile_image: 'profile', banner: 'banner' } as const
type ImageField = keyof typeof IMAGES

export interface EventImageParts extends Pick<Parts, 'blobs' | 'log'> {
  /** Makes an image anew as a JPEG, upright and without metadata. Rejects with a `PhotoError`. */
  renderEventImage: (kind: 'profile' | 'banner', image: Uint8Array) => Promise<Uint8Array>
}

/** Random names by field. */
export type StoredImages = Partial<Record<ImageField, string>>

/** Reads an image of at most 5 MB into memory. Rejects with 413, with 415 what is no image by its bytes, and with 422 what has too many pixels. */
export async function readEventImage(
  field: string,
  { stream, filename }: FormFile,
): Promise<Uint8Array | undefined> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of stream as AsyncIterable<Uint8Array>) {
    size += chunk.length
    if (size > EVENT_IMAGE_MAX_BYTES) {
      throw new HttpError('too_large', { message: texts.create.imageTooLarge, field })
    }
    chunks.push(chunk)
  }
  // How a browser sends a file input that nothing was chosen in.
  if (size === 0 && filename === '') return undefined
  const image = Buffer.concat(chunks)
  if (!sniffPhoto(image)) {
    throw new HttpError('unsupported_image', { message: texts.create.notAnImage, field })
  }
  if ((await inspectPhoto(image)).hasTooManyPixels) {
    throw new HttpError('too_many_pixels', { field })
  }
  return image
}

/**
 * Renders the images of a form, then stores them under new names; a sweep finds those that no event comes to name. Rejects with 422
 * for one that cannot be decoded, `StorageFull` without room.
 */
export async function storeEventImages(
  parts: EventImageParts,
  files: Readonly<Record<string, Uint8Array | undefined>>,
): Promise<StoredImages> {
  const rendered: [ImageField, Uint8Array][] = []
  for (const field of Object.keys(IMAGES) as ImageField[]) {
    const image = files[field]
    if (image) rendered.push([field, await render(parts, field, image)])
  }
  const names: StoredImages = {}
  for (const [field, image] of rendered) {
    const name = newMediaName()
    await parts.blobs.put(eventImageKey(name), image)
    names[field] = name
  }
  return names
}

export async function removeEventImages(
  parts: Pick<EventImageParts, 'blobs' | 'log'>,
  names: readonly (string | null)[],
): Promise<void> {
  await removeBlobs(
    parts,
    names.filter((name) => name !== null).flatMap((name) => eventImageKeys(name)),
  )
}

async function render(
  { renderEventImage }: EventImageParts,
  field: ImageField,
  image: Uint8Array,
): Promise<Uint8Array> {
  try {
    return await renderEventImage(IMAGES[field], image)
  } catch (error) {
    if (!(error instanceof PhotoError) || error.reason === 'closed') throw error
    throw new HttpError('damaged_image', { field })
  }
}
