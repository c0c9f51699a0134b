import { api } from '../../contract/api.ts'
import type { Post } from '../../contract/entities.ts'
import { texts } from '../../contract/texts.ts'
import type { EngineDriver } from '../support/engines/engine.ts'
import { expect, inEachEngine, test } from './engine-fixtures.ts'

const TRIES = 20

inEachEngine(() => {
  test('comments are neither lost nor doubled by reloads 50 ms after Enter', async ({
    venue,
    client,
    event,
    addPhotos,
    openAsGuest,
  }) => {
    const [post] = await addPhotos(1)
    const post_id = post?.id ?? 0
    const said = Array.from({ length: TRIES }, (_, at) => `Words ${at + 1}.`)
    const { driver } = await openAsGuest()
    const address = `${venue.url}/${event.event_hash}/post/${post_id}`
    await driver.goto(address)
    venue.gateway.judge(({ path }) => (path.endsWith('/comment') ? 'reset-before' : 'pass'))
    let inField = 0
    for (const words of said) {
      let place: 'field' | 'list' = 'field'
      while (place === 'field') {
        await whenWritable(driver)
        await driver.evaluate(writeAndReload, words, texts.post.commentPlaceholder as string)
        await expect.poll(() => whereIs(driver, words)).toMatch(/field|list/)
        // What was stored after all leaves the field; the rest goes by another Enter.
        const isListed = expect.poll(() => whereIs(driver, words), { timeout: 2000 }).toBe('list')
        place = await isListed.then(
          () => 'list',
          () => 'field',
        )
        if (place === 'field') inField += 1
      }
    }
    console.log(`${TRIES} comments, of which ${inField} had to be sent again`)
    venue.heal()
    await driver.goto(address)
    const read = async () => {
      const params = { event_hash: event.event_hash, post_id }
      const { comments } = (await client.call(api.listComments, { params })).body
      return comments.map(({ content }: { content: string }) => content).toReversed()
    }
    await expect.poll(read).toEqual(said)
  })

  test('a key and a wheel move the photo in view, and Escape closes it', async ({
    venue,
    event,
    addPhotos,
    openAsGuest,
  }) => {
    const posts = await addPhotos(3)
    const { driver } = await openAsGuest()
    const address = `${venue.url}/${event.event_hash}/post/`
    await driver.goto(`${address}${posts[1]?.id}`)
    const seen = () => driver.evaluate(seenInViewer, texts.viewer.open as string).catch(String)
    const folderOf = (post?: Post) => new URL('.', venue.url + post?.compressed_url).pathname
    const see = (at: number, isFitted: boolean) =>
      expect.poll(seen).toMatchObject({ isFitted, folder: folderOf(posts[at]) })
    await see(1, true)
    await driver.evaluate(pressKey, 'ArrowRight')
    await see(0, true)
    await driver.evaluate(turnWheel, -500)
    await see(0, false)
    await driver.evaluate(pressKey, 'Escape')
    const path = () =>
      driver.evaluate(() => document.querySelector('dialog') === null && location.href)
    await expect.poll(path).toBe(`${address}${posts[0]?.id}`)
  })
})

/** Opens the viewer where there is none yet, and says which picture it shows, and whether that fits in the window. */
function seenInViewer(name: string) {
  const viewer = document.querySelector('dialog.viewer')
  if (!viewer) document.querySelector<HTMLElement>(`[aria-label="${name}"]`)?.click()
  const picture = viewer?.querySelector<HTMLImageElement>(
    '.pswp__item[aria-hidden=false] img:not(.pswp__img--placeholder)',
  )
  return {
    folder: picture && new URL('.', picture.src).pathname,
    isFitted: picture?.complete && picture.getBoundingClientRect().height <= innerHeight + 1,
  }
}

function pressKey(key: string): void {
  const dialog = document.querySelector('dialog.viewer')
  // An engine makes of a person's Escape what it makes of no script's.
  if (key === 'Escape') dialog?.dispatchEvent(new Event('cancel', { cancelable: true }))
  else dialog?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
}

function turnWheel(deltaY: number): void {
  const wheel = { deltaY, clientX: innerWidth / 2, clientY: innerHeight / 2, cancelable: true }
  document.querySelector('.pswp')?.dispatchEvent(new WheelEvent('wheel', wheel))
}

async function whenWritable({ evaluate }: EngineDriver): Promise<void> {
  const isThere = () =>
    evaluate(
      (label) => document.querySelector(`[placeholder="${label}"]`) !== null,
      texts.post.commentPlaceholder as string,
    ).catch(() => false)
  await expect.poll(isThere).toBe(true)
}

/** Runs in the page: as Enter does, and 50 ms later the page is loaded anew. */
function writeAndReload(words: string, label: string): void {
  const field = document.querySelector<HTMLInputElement>(`[placeholder="${label}"]`)
  if (!field) return
  // React listens for what a person enters, not for what a script sets.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, words)
  field.dispatchEvent(new Event('input', { bubbles: true }))
  document.documentElement.dataset['isOld'] = ''
  setTimeout(() => {
    field.form?.requestSubmit()
    setTimeout(() => location.reload(), 50)
  }, 100)
}

/** Where the words are once the page was loaded anew. */
function whereIs(
  { evaluate }: EngineDriver,
  words: string,
): Promise<'loading' | 'field' | 'list' | 'nowhere'> {
  return evaluate((wanted) => {
    if ('isOld' in document.documentElement.dataset) return 'loading' as const
    const items = [...document.querySelectorAll('li')]
    if (items.some((item) => item.textContent.includes(wanted))) return 'list' as const
    const fields = [...document.querySelectorAll('input')]
    return fields.some(({ value }) => value === wanted) ? ('field' as const) : ('nowhere' as const)
  }, words).catch(() => 'loading' as const)
}
