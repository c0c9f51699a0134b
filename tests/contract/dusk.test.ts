import { describe, expect, it } from 'vitest'
import { duskColors } from '../../contract/dusk.ts'

describe('duskColors', () => {
  it('gives an Orma the same sky each time', () => {
    expect(duskColors('Zk3vGm0yQ1rXw9eTuB7hLA')).toEqual(duskColors('Zk3vGm0yQ1rXw9eTuB7hLA'))
  })

  it('gives different Ormas different skies', () => {
    const skies = Array.from({ length: 40 }, (_, at) => JSON.stringify(duskColors(`orma ${at}`)))
    expect(new Set(skies).size).toBeGreaterThan(10)
  })
})
