import { isUnsent } from '../device/outbox-photo.ts'
import { currentUploads } from './upload-store.ts'

/** Fields in which somebody may have begun to write. */
const TEXT_FIELDS = 'textarea:read-write, input:read-write:not([type=date], [type=search])'
const SHOW_PATH = /\/slideshow(\/|$)/
const CHOOSING_PATH = /\/upload$/

let isPicking = false

/** Notices when photos are being picked: until then the page itself knows nothing of them. Gives what ends that. */
export function watchPicking(): () => void {
  const watch = new AbortController()
  const options = { capture: true, signal: watch.signal }
  const set = (value: boolean) => (event: Event) => {
    if (event.target instanceof HTMLInputElement && event.target.type === 'file') isPicking = value
  }
  document.addEventListener('click', set(true), options)
  document.addEventListener('change', set(false), options)
  document.addEventListener('cancel', set(false), options)
  return () => watch.abort()
}

/** Whether loading this page anew would take something from someone: words, a choice of photos, a show, an upload under way. */
export function isBusy(): boolean {
  return isPicking || isWriting() || isUploading() || isShowing()
}

function isWriting(): boolean {
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(TEXT_FIELDS)
  return [...fields].some(({ value }) => value.trim() !== '')
}

function isUploading(): boolean {
  const isChoosing = CHOOSING_PATH.test(location.pathname)
  return currentUploads().photos.some(
    (photo) =>
      photo.state === 'sending' ||
      (photo.isInMemory && isUnsent(photo)) ||
      (photo.state === 'draft' && isChoosing),
  )
}

function isShowing(): boolean {
  if (document.fullscreenElement || SHOW_PATH.test(location.pathname)) return true
  return [...document.querySelectorAll('video, audio')].some(
    (media) => !(media as HTMLMediaElement).paused,
  )
}
