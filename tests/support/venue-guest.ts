import { setTimeout as wait } from 'node:timers/promises'
import type { Event } from '../../contract/entities.ts'
import { TOKEN_COOKIE, TOKEN_LIFETIME_SECONDS } from '../../contract/limits.ts'
import { texts } from '../../contract/texts.ts'
import type { Person } from './api-client.ts'
import type { EngineDriver } from './engines/engine.ts'
import type { GalleryPhoto } from './sized-photos.ts'

const LOOK_AGAIN_MS = 40
const DEADLINE_MS = 120_000
const LIST_DEADLINE_MS = 20_000

/** A guest on the upload screen of one Orma, in any browser engine. */
export interface VenueGuest {
  /** Sets the browser's cookie to this person's token; at an address of the origin that is not a page of the app. */
  signIn: (person: Person) => Promise<void>
  openUploadScreen: () => Promise<void>
  openHome: () => Promise<void>
  /** Chooses photos as the picker does; resolves when the screen says of each that it is on this phone. */
  choose: (photos: readonly GalleryPhoto[]) => Promise<void>
  /** Whether the screen, after a little time, lists all these photos in any state. */
  lists: (photos: readonly GalleryPhoto[]) => Promise<boolean>
  /** Presses UPLOAD NOW if it is shown; gives whether it was. */
  pressUploadNow: () => Promise<boolean>
  /** Presses UPLOAD NOW as soon as possible. */
  uploadNow: () => Promise<void>
  /** Presses a button as soon as possible. */
  press: (text: string) => Promise<void>
  /** Waits until UPLOAD NOW has nothing left to do: no draft is left. */
  whenSubmitted: () => Promise<void>
  sees: (text: string) => Promise<boolean>
  whenSeen: (text: string, deadlineMs?: number) => Promise<void>
}

export function createVenueGuest(
  { goto, evaluate }: EngineDriver,
  origin: string,
  { event_hash }: Event,
): VenueGuest {
  const sees = (text: string) =>
    evaluate((wanted) => document.body.textContent.includes(wanted), text)

  async function until(what: string, look: () => Promise<boolean>, deadlineMs = DEADLINE_MS) {
    const deadline = Date.now() + deadlineMs
    // A page that is being replaced gives no answer; the next one will.
    while (!(await look().catch(() => false))) {
      if (Date.now() > deadline) {
        const screen = await evaluate(() => document.body.innerText)
        throw new Error(`${what} was not to be seen on this screen: ${screen}`)
      }
      await wait(LOOK_AGAIN_MS)
    }
  }

  const pressUploadNow = () => evaluate(press, texts.upload.uploadNow)

  return {
    async signIn({ token }) {
      await goto(`${origin}/robots.txt`)
      const cookie = `${TOKEN_COOKIE}=${token}; Path=/; SameSite=Lax; Max-Age=${TOKEN_LIFETIME_SECONDS}`
      await evaluate((text) => {
        document.cookie = text
      }, cookie)
    },
    async openUploadScreen() {
      await goto(`${origin}/${event_hash}/upload`)
      await until('the upload screen', () => sees(texts.upload.title))
    },
    openHome: () => goto(origin),
    async choose(photos) {
      await until('the way to choose', () =>
        evaluate(() => document.querySelector('input[type=file]') !== null),
      )
      const files = photos.map(({ name, bytes }) => ({ name, base64: bytes.toString('base64') }))
      await evaluate(handOver, files)
      const names = photos.map(({ name }) => name)
      await until('“saved” for each photo', async () => {
        const saved = await evaluate(namesBeside, names, texts.upload.savedOnPhone)
        return saved.length === names.length
      })
    },
    lists: (photos) => {
      const names = photos.map(({ name }) => name)
      const areListed = async () => (await evaluate(namesBeside, names, '')).length === names.length
      return until('the list', areListed, LIST_DEADLINE_MS).then(
        () => true,
        () => false,
      )
    },
    pressUploadNow,
    uploadNow: () => until('UPLOAD NOW', pressUploadNow),
    press: (text) => until(`“${text}”`, () => evaluate(press, text)),
    whenSubmitted: () =>
      until('a screen without drafts', async () => !(await sees(texts.upload.uploadNow))),
    sees,
    whenSeen: (text, deadlineMs) => until(`“${text}”`, () => sees(text), deadlineMs),
  }
}

/** Runs in the page: puts files into the file input. */
function handOver(files: { name: string; base64: string }[]): void {
  const transfer = new DataTransfer()
  for (const { name, base64 } of files) {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
    transfer.items.add(new File([bytes], name, { type: 'image/jpeg' }))
  }
  const input = document.querySelector<HTMLInputElement>('input[type=file]')
  if (!input) throw new Error('there is no way to choose')
  input.files = transfer.files
  input.dispatchEvent(new Event('change', { bubbles: true }))
}

/** Runs in the page: those of the names whose list item contains the text. */
function namesBeside(names: string[], text: string): string[] {
  const items = [...document.querySelectorAll('li')].filter((item) =>
    item.textContent.includes(text),
  )
  return names.filter((name) => items.some((item) => item.outerHTML.includes(name)))
}

/** Runs in the page: presses a button unless it is busy. */
function press(text: string): boolean {
  const buttons = [...document.querySelectorAll<HTMLButtonElement>('button:not([aria-disabled])')]
  const button = buttons.find(({ textContent }) => textContent === text)
  button?.click()
  return button !== undefined
}
