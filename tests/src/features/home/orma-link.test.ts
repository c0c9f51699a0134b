import { describe, expect, it } from 'vitest'
import { readOrmaLink } from '../../../../src/features/home/orma-link.ts'

const HASH = 'j259j1U_nieM4FIA-EmyTA'
const ORMA = `/${HASH}`

describe('the link to an Orma in a text', () => {
  it('is found in whatever people copy', () => {
    const copied = [
      HASH,
      ` ${HASH} `,
      `https://orma.example${ORMA}`,
      `orma.example${ORMA}?utm_source=chat`,
      `Come and look: https://orma.example${ORMA}.`,
      `(https://orma.example${ORMA})`,
      `The code is ${HASH}, see you!`,
    ]
    for (const text of copied) expect(readOrmaLink(text), text).toBe(ORMA)
  })

  it('leads to the page that it names', () => {
    expect(readOrmaLink(`https://orma.example${ORMA}/post/12`)).toBe(`${ORMA}/post/12`)
  })

  it('keeps the word of the door and an invitation', () => {
    expect(readOrmaLink(`https://orma.example${ORMA}#pin=caf%C3%A9!`)).toBe(
      `${ORMA}#pin=caf%C3%A9!`,
    )
    expect(readOrmaLink(`Help me: https://orma.example${ORMA}/organise#Ab-3_x. Thanks`)).toBe(
      `${ORMA}/organise#Ab-3_x`,
    )
  })

  it('is not made of anything else', () => {
    const others = [
      '',
      'hello',
      'https://orma.example/',
      `${HASH}A`,
      `https://x.example/${HASH}A/b`,
    ]
    for (const text of others) expect(readOrmaLink(text), text).toBeUndefined()
  })
})
