import { createHash } from 'node:crypto'
import { Internals } from 'remotion'
import { expect, it } from 'vitest'
import { documentHeaders } from '../../../../server/http/security-headers.ts'

it('the one style that the policy lets into the page is the player’s', () => {
  const style = Internals.CSSUtils.makeDefaultPreviewCSS('.__remotion-player', '#fff')
  const hash = createHash('sha256').update(style).digest('base64')
  const { 'content-security-policy': policy } = documentHeaders({ isHttps: true })
  expect(policy).toContain(`; style-src 'self' 'sha256-${hash}';`)
})
