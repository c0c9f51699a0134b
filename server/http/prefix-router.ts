import type { Result, Router } from 'hono/router'
import { RegExpRouter } from 'hono/router/reg-exp-router'
import { SmartRouter } from 'hono/router/smart-router'
import { TrieRouter } from 'hono/router/trie-router'

const ANY_METHOD = 'ALL'

/**
 * Has the requests of each method, below each first word of an address, matched by a router of their own. Hono's quick router cannot
 * tell a word from a parameter in the same place, of which there are a few among the addresses: only their rooms get the slower one.
 * A first word that some route names is never taken for a parameter.
 */
export class PrefixRouter<Handler> implements Router<Handler> {
  readonly name = 'PrefixRouter'
  readonly #routes: [method: string, path: string, handler: Handler][] = []
  readonly #rooms = new Set<string>()
  readonly #routers = new Map<string, Router<Handler>>()

  add(method: string, path: string, handler: Handler): void {
    this.#routes.push([method, path, handler])
    this.#rooms.add(firstWord(path))
  }

  match(method: string, path: string): Result<Handler> {
    const word = firstWord(path)
    // What no route names shares one router: strangers make up words without end.
    const room = this.#rooms.has(word) ? word : ''
    const name = `${method} ${room}`
    let router = this.#routers.get(name)
    if (!router) {
      router = this.#routerOf(method, room)
      this.#routers.set(name, router)
    }
    return router.match(method, path)
  }

  #routerOf(method: string, room: string): Router<Handler> {
    const router = new SmartRouter<Handler>({ routers: [new RegExpRouter(), new TrieRouter()] })
    for (const route of this.#routes) {
      const [itsMethod, path] = route
      const word = firstWord(path)
      const isOfRoom = word === room || word === '*' || (room === '' && word.startsWith(':'))
      if (isOfRoom && (itsMethod === method || itsMethod === ANY_METHOD)) router.add(...route)
    }
    return router
  }
}

/** `api` of `/api/events`. */
function firstWord(path: string): string {
  const end = path.indexOf('/', 1)
  return path.slice(1, end < 0 ? undefined : end)
}
