export const FULL_PX = 2560

/**
 * The pictures that the server makes of a photo and serves in its place, the best first: the most pixels of a side, the ending and
 * type of their files. One that `isLate` may be made after the photo is shown.
 */
export const RENDITIONS = {
  full: { edgePx: FULL_PX, ending: 'jpg', type: 'image/jpeg', isLate: true },
  thumb: { edgePx: 480, ending: 'webp', type: 'image/webp', isLate: false },
} as const

/** What is served of a video, beside the pictures of its poster. */
export const VIDEO_FILE = 'video.mp4'

export type Rendition = keyof typeof RENDITIONS
export const RENDITION_NAMES = /* @__PURE__ */ Object.keys(RENDITIONS) as Rendition[]

export function renditionFile<Name extends Rendition>(name: Name) {
  return `${name}.${RENDITIONS[name].ending}` as const
}
