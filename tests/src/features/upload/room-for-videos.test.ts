import { expect, it, vi } from 'vitest'
import { mayFit } from '../../../../src/features/upload/keep-video.ts'

const QUOTA = 1000

function stubEstimate(estimate: (() => Promise<object>) | undefined): void {
  vi.stubGlobal('navigator', { storage: estimate && { estimate } })
}

it('a video may fit where cached pictures would give way to it', async () => {
  const usageDetails = { caches: 500, indexedDB: 300 }
  stubEstimate(async () => ({ quota: QUOTA, usage: 900, usageDetails }))
  expect([await mayFit(600), await mayFit(601)]).toEqual([true, false])
})

it('what has no room beside the photos that wait is refused before it is stored', async () => {
  stubEstimate(async () => ({ quota: QUOTA, usage: 900, usageDetails: { indexedDB: 900 } }))
  expect([await mayFit(100), await mayFit(101)]).toEqual([true, false])
})

it('where a browser does not say what it holds a video is tried', async () => {
  stubEstimate(async () => ({ quota: QUOTA, usage: 900 }))
  expect([await mayFit(QUOTA), await mayFit(QUOTA + 1)]).toEqual([true, false])
  for (const estimate of [undefined, () => Promise.reject(new Error('closed')), async () => ({})]) {
    stubEstimate(estimate)
    expect(await mayFit(QUOTA)).toBe(true)
  }
})
