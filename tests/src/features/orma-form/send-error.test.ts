import { afterEach, expect, it } from 'vitest'
import { texts } from '../../../../contract/texts.ts'
import { ApiError } from '../../../../src/api/api-error.ts'
import { askToSignIn, sendError } from '../../../../src/features/orma-form/send-error.ts'
import { listenForLoginPrompts } from '../../../../src/session/login-prompt.ts'

const REFUSAL = new ApiError(401, texts.server.forbidden, { code: 'unauthorized' })
const OF_PROXY = new ApiError(401, texts.call.unexpectedAnswer, { code: 'unexpected_answer' })

let prompts = 0
const stop = listenForLoginPrompts(() => (prompts += 1))
afterEach(stop)

it('a refusal is said in our server’s words, a proxy’s is not', () => {
  askToSignIn(OF_PROXY)
  expect(prompts).toBe(0)
  expect(sendError(OF_PROXY, texts.edit.failed)).toBe(texts.edit.failed)
  askToSignIn(REFUSAL)
  expect(prompts).toBe(1)
  expect(sendError(REFUSAL, texts.edit.failed)).toBe(texts.server.forbidden)
})
