import * as api from './endpoints/every-endpoint.ts'

/** Everything below this path of the server's origin is the API. */
export const API_BASE = '/api'

/**
 * Every call of the API: the only place from which page, worker and server know addresses, bodies and answers. A namespace, so
 * that a program carries only the calls it makes.
 */
export { api }
export type Api = typeof api
