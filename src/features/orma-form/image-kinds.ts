import { ORMA_IMAGE_PX } from '../../../contract/image-widths.ts'
import { texts } from '../../../contract/texts.ts'

/** The images of an Orma: their form field, shape, and how many pixels the server stores. */
export const IMAGE_KINDS = {
  profile_image: { ratio: 1, maxWidth: ORMA_IMAGE_PX.profile },
  banner: { ratio: 2, maxWidth: ORMA_IMAGE_PX.banner },
} as const

export type ImageKind = keyof typeof IMAGE_KINDS

export function imageTitle(kind: ImageKind): string {
  return kind === 'banner' ? texts.create.banner : texts.create.profileImage
}
