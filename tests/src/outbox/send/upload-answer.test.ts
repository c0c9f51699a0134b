import { describe, expect, it } from 'vitest'
import { ApiError } from '../../../../src/api/api-error.ts'
import { judgeError } from '../../../../src/outbox/send/upload-answer.ts'

const refusal = (status: number, code: string) => new ApiError(status, 'No.', { code })

describe('judgeError', () => {
  it('lets a photo go for a deleted post, and not for a gone upload', () => {
    for (const code of ['post_deleted', 'comment_deleted']) {
      expect(judgeError(refusal(410, code)), code).toEqual({ kind: 'deleted' })
    }
    for (const code of ['upload_gone', 'tus_410']) {
      expect(judgeError(refusal(410, code)), code).toMatchObject({ kind: 'later' })
    }
  })

  it('takes a refusal without a code, as a firewall’s, for no word about the photo', () => {
    for (const status of [401, 403])
      expect(judgeError(refusal(status, 'refused'))).toMatchObject({ kind: 'later' })
  })
})
