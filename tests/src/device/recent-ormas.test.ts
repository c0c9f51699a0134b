import { beforeEach, describe, expect, it } from 'vitest'
import {
  addRecentOrma,
  addSentVisit,
  byLastVisit,
  forgetReports,
  isVisitSent,
  mergeOrmas,
  addVisit,
  readRecentOrmas,
} from '../../../src/device/recent-ormas.ts'
import type { RecentOrma } from '../../../src/device/recent-ormas.ts'
import { memoryStorage } from '../../support/memory-storage.ts'

function orma(id: number, name = `Orma ${id}`): RecentOrma {
  return {
    id,
    name,
    event_hash: String(id).padStart(22, 'x'),
    event_date: '2026-06-21 00:00:00.000',
    event_profile_image_url: null,
  }
}

let storage: ReturnType<typeof memoryStorage>
beforeEach(() => {
  storage = memoryStorage()
})

describe('addRecentOrma', () => {
  // Specification: 3.17
  it('puts a new Orma in front', () => {
    addRecentOrma(orma(1), storage)
    addRecentOrma(orma(2), storage)
    expect(readRecentOrmas(storage).map(({ id }) => id)).toEqual([2, 1])
  })

  // Specification: 4.5
  it('keeps a known Orma once, at its place, under its new name', () => {
    addRecentOrma(orma(1), storage)
    addRecentOrma(orma(2), storage)
    addRecentOrma(orma(1, 'Renamed'), storage)
    expect(readRecentOrmas(storage)).toEqual([orma(2), orma(1, 'Renamed')])
  })

  // Specification: 9.22
  it('keeps nothing of an Orma but what its card shows', () => {
    const whole = { ...orma(1), storageBytes: 5, userId: 7 }
    addRecentOrma(whole, storage)
    expect(JSON.parse(storage.getItem('recent_ormas') ?? '')).toEqual([orma(1)])
  })

  it('forgets the oldest beyond 50', () => {
    for (let id = 1; id <= 51; id++) addRecentOrma(orma(id), storage)
    const ids = readRecentOrmas(storage).map(({ id }) => id)
    expect(ids).toHaveLength(50)
    expect(ids.at(-1)).toBe(2)
  })
})

it('readRecentOrmas drops what is no Orma, and starts empty from what is no list', () => {
  storage.setItem('recent_ormas', JSON.stringify([{ id: 1 }, orma(2), null]))
  expect(readRecentOrmas(storage)).toEqual([orma(2)])
  for (const text of ['{"a":1}', '[{"id"', 'null']) {
    storage.setItem('recent_ormas', text)
    expect(readRecentOrmas(storage)).toEqual([])
  }
})

it('byLastVisit puts the Ormas visited last in front, and leaves the others as they come', () => {
  for (const id of [1, 2, 3, 1]) addVisit(orma(id).event_hash, storage)
  const ormas = [orma(9), orma(2), orma(8), orma(1), orma(2)]
  expect(byLastVisit(ormas, storage).map(({ id }) => id)).toEqual([1, 2, 9, 8])
})

it('mergeOrmas adds what only the second list has, behind the first', () => {
  const merged = mergeOrmas([orma(3), orma(1)], [orma(1), orma(2)])
  expect(merged.map(({ id }) => id)).toEqual([3, 1, 2])
})

// Specification: 3.18, 4.2, 9.22
it('isVisitSent knows the visits that the server was told of, until they are forgotten', () => {
  addSentVisit('a', storage)
  addSentVisit('a', storage)
  addSentVisit('b', storage)
  expect(JSON.parse(storage.getItem('recent_viewed_api') ?? '')).toEqual(['a', 'b'])
  expect(isVisitSent('a', storage)).toBe(true)
  expect(isVisitSent('c', storage)).toBe(false)
  forgetReports(storage)
  expect(isVisitSent('a', storage)).toBe(false)
})
