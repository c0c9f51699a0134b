import { texts } from '../../../contract/texts.ts'

/** The images of an Orma: their form field, shape, and how many pixels the server stores. */
export const IMAGE_KINDS = {
  profile_image: { ratio: 1, maxWidth: 1024 },
  banner: { ratio: 2, maxWidth: 2560 },
} as const

export type ImageKind = keyof typeof IMAGE_KINDS

export function imageTitle(kind: ImageKind): string {
  return kind === 'banner' ? texts.create.banner : texts.create.profileImage
}
