import { beforeEach, expect, it } from 'vitest'
import { EVENT, newPhoto } from '../../../support/outbox-photos.ts'
import { openPage } from '../../outbox/open-page.ts'

let page: Awaited<ReturnType<typeof openPage>>
let choices: Awaited<ReturnType<typeof openChoices>>
beforeEach(async () => {
  page = await openPage()
  choices = await openChoices()
})

const openChoices = () => import('../../../../src/features/upload/lost-choices.ts')

/** What a page noted that was ended while it stored. */
const note = (keys: string[], eventHash = EVENT) =>
  page.outbox.changeNote('choices', (noted) => [
    ...(Array.isArray(noted) ? (noted as object[]) : []),
    { id: crypto.randomUUID(), eventHash, keys },
  ])

it('counts what pages that were ended did not store, for their Orma', async () => {
  await page.outbox.add(newPhoto({ key: 'b' }))
  await note(['a', 'b', 'c'])
  await note(['d'])
  await note(['e'], 'other')
  expect(await choices.countLost(EVENT)).toBe(3)
  expect(await choices.countLost('other')).toBe(1)
})

it('counts no more what was chosen since, or is not wanted', async () => {
  await note(['a', 'b', 'c'])
  await note(['d', 'e'])
  expect(await choices.countLost(EVENT, 4)).toBe(1)
  expect(await choices.countLost(EVENT)).toBe(1)
  expect(await choices.countLost(EVENT, Infinity)).toBe(0)
  expect(await page.outbox.readNote('choices')).toEqual([])
})

it('counts nothing of a page that still stores, or has stored', async () => {
  const during = await choices.asNoted(EVENT, ['a'], () => choices.countLost(EVENT))
  expect([during, await choices.countLost(EVENT)]).toEqual([0, 0])
  const failing = choices.asNoted(EVENT, ['a'], () => Promise.reject(new Error('no')))
  await expect(failing).rejects.toThrow('no')
  expect(await choices.countLost(EVENT)).toBe(0)
})
