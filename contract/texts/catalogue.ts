export { countOf, withVideos } from './counts.ts'
export { call, common, notFound, offline, product, session } from './app-texts.ts'
export { event, feed, review } from './event-texts.ts'
export {
  archive,
  download,
  highlights,
  ownPhotos,
  post,
  slideshow,
  timeline,
} from './photo-texts.ts'
export { video } from './video-texts.ts'
export { viewer } from './viewer-texts.ts'
export { audit, create, deletion, edit, people, print, share } from './organiser-texts.ts'
export { creator, storage } from './creator-texts.ts'
export { organise } from './organise-texts.ts'
export { door } from './door-texts.ts'
export { reveal } from './reveal-texts.ts'
export { switches } from './switch-texts.ts'
export { upload } from './upload-texts.ts'
export { account, login, loginPrompt, menu, profile, settings } from './account-texts.ts'
export { phoneChange } from './phone-texts.ts'
export { guests } from './guest-texts.ts'
export { home, install, legal, seating, splash } from './home-texts.ts'
export { newcomer, news, ormaLink, sample } from './newcomer-texts.ts'
export { preview, server } from './server-texts.ts'
