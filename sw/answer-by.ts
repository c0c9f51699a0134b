import type { HandlerCallbackOptions, WorkboxPlugin } from 'workbox-core/types.js'
import type { Strategy } from 'workbox-strategies'

/** A strategy's answer. What fails behind it, such as caching it on a full device, is said in the console and changes nothing. */
export function answerBy(strategy: Strategy, request: HandlerCallbackOptions): Promise<Response> {
  const [response, done] = strategy.handleAll(request)
  done.catch(console.error)
  return response
}

/** For strategies that look into the cache first: a storage in trouble counts as empty, since the network has it all. */
export const troubleIsEmpty: WorkboxPlugin = {
  handlerDidError: async ({ request, error }) =>
    // What the strategy calls it when the network had no answer either.
    error.name === 'no-response' ? undefined : fetch(request),
}
