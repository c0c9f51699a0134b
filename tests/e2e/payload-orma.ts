import { api } from '../../contract/api.ts'
import { NAME_MAX } from '../../contract/limits.ts'
import type { ApiClient } from '../support/api-client.ts'
import { makePhoto } from '../support/photos.ts'

/** Fewer than one person may write in a minute. */
const COMMENTS_OF_ONE = 25

/** The addresses of an Orma that has these texts wherever people write: its name, their names, and comments on its one photo. */
export async function makePayloadOrma(
  client: ApiClient,
  payloads: readonly string[],
): Promise<{ eventPath: string; postPath: string }> {
  const names = payloads.filter(({ length }) => length <= NAME_MAX)
  const nameAt = (index: number) => names[index % names.length] ?? ''
  const owner = await client.signUp(nameAt(0))
  const event = await client.createOrma(owner, { name: nameAt(1) })
  const { body } = await client.upload(event, owner, await makePhoto({ width: 320, height: 240 }))
  const { id: post_id } = await client.whenProcessed(event, owner, body.post.id)
  const params = { event_hash: event.event_hash, post_id }
  for (let at = 0; at < payloads.length; at += COMMENTS_OF_ONE) {
    const { token } = await client.signUp(nameAt(at + 2))
    for (const content of payloads.slice(at, at + COMMENTS_OF_ONE)) {
      const { status } = await client.call(api.addComment, { params, token, json: { content } })
      if (status !== 200) throw new Error(`${status} for the comment ${content}`)
    }
  }
  return { eventPath: `/${event.event_hash}`, postPath: `/${event.event_hash}/post/${post_id}` }
}

/** Presses the button that shows all comments, once it is there; gives the texts of those shown. Runs in a page. */
export function showAllComments(): string[] {
  document.querySelector<HTMLElement>('.comment-list-all')?.click()
  return [...document.querySelectorAll('.comment-list-list > li')].map((item) => item.textContent)
}

/** What a page has of these texts other than as text: elements that they name, and whether one has run. Runs in a page. */
export function findHarm(): string[] {
  const handlers = [
    'onerror',
    'onload',
    'onfocus',
    'onmouseover',
    'ontoggle',
    'onbegin',
    'onpageshow',
  ]
  const elements = [
    'iframe',
    'base',
    'math',
    'details',
    'video',
    'template',
    '[href^="javascript:" i]',
  ]
  const wrong = [...handlers.map((name) => `[${name}]`), ...elements].filter((selector) =>
    document.querySelector(selector),
  )
  const scripts = [...document.scripts].filter(
    ({ src, type }) => src === '' && type !== 'application/json',
  )
  if ('hacked' in window) wrong.push('ran')
  return [...wrong, ...scripts.map(({ text }) => text)]
}
