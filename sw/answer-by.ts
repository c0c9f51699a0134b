import type { HandlerCallbackOptions, WorkboxPlugin } from 'workbox-core/types.js'
import type { Strategy } from 'workbox-strategies'

/** A strategy's answer. What fails after it, such as caching on a full device, is logged and changes nothing. */
export function answerBy(strategy: Strategy, request: HandlerCallbackOptions): Promise<Response> {
  const [response, done] = strategy.handleAll(request)
  done.catch(console.error)
  return response
}

/** For cache-first strategies: a storage in trouble counts as empty, and the network is asked. */
export const troubleIsEmpty: WorkboxPlugin = {
  handlerDidError: async ({ request, error }) =>
    // The strategy's own name for an error where the network had no answer either.
    error.name === 'no-response' ? undefined : fetch(request),
}
