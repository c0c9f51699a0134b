import { useState } from 'react'
import { ORMA_IMAGE_PX } from '../../../contract/image-widths.ts'
import { EVENT_IMAGE_MAX_BYTES } from '../../../contract/limits.ts'
import { isPhotoFile } from '../../../contract/photo-type.ts'
import { texts } from '../../../contract/texts.ts'

/** The images of an Orma: their form field, shape, and how many pixels the server stores. */
export const IMAGE_KINDS = {
  profile_image: { ratio: 1, maxWidth: ORMA_IMAGE_PX.profile },
  banner: { ratio: 2, maxWidth: ORMA_IMAGE_PX.banner },
} as const

export type ImageKind = keyof typeof IMAGE_KINDS

export const imageKinds = Object.keys(IMAGE_KINDS) as ImageKind[]

export function imageTitle(kind: ImageKind): string {
  return kind === 'banner' ? texts.create.banner : texts.create.profileImage
}

/** Where it is shown. */
export function imageHint(kind: ImageKind): string {
  return kind === 'banner' ? texts.create.bannerHint : texts.create.profileImageHint
}

/**
 * Why a file cannot be an Orma's picture or banner, by its bytes, as on the server; undefined where it can (specification:
 * section 5). A file that cannot be read is left to the server.
 */
export async function imageError(file: Blob): Promise<string | undefined> {
  if (!(await isPhotoFile(file))) return texts.create.notAnImage
  if (file.size > EVENT_IMAGE_MAX_BYTES) return texts.create.imageTooLarge
  return undefined
}

/** The address of an image as long as this browser can draw it, and what an `<img>` of it calls where it cannot. */
export function useDrawable(url: string | undefined): [url: string | undefined, fail: () => void] {
  const [broken, setBroken] = useState<string>()
  return [url === broken ? undefined : url, () => setBroken(url)]
}
