import type { Descriptions } from '../describe-call.ts'

export const pageCalls: Descriptions<'reportClientError'> = {
  reportClientError: {
    title: 'Tell of an error',
    does: 'Has the operator’s metrics count an error of which the server knows nothing by itself. Who and where is neither asked nor kept; an address may tell of 120 an hour.',
    errors: ['too_many_requests'],
  },
}
