import * as v from 'valibot'

/** `worker`: the browser has service workers and could not run ours. */
export const CLIENT_ERROR_KINDS = ['worker'] as const
export const clientErrorKind = v.picklist(CLIENT_ERROR_KINDS)
