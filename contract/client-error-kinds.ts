import * as v from 'valibot'

/** `worker`: the browser could not run the service worker, which it would have run. */
export const CLIENT_ERROR_KINDS = ['worker'] as const
export const clientErrorKind = v.picklist(CLIENT_ERROR_KINDS)
export type ClientErrorKind = v.InferOutput<typeof clientErrorKind>
