import { describe, expect, it } from 'vitest'
import { createDeck, firstOf } from '../../../../src/features/slideshow/deck.ts'

function deckOf(...ids: number[]) {
  const deck = createDeck(firstOf(2))
  deck.update(ids)
  return deck
}

/** The photos of the next turns, as `2 1`. */
function turns(deck: ReturnType<typeof createDeck>, count: number): string[] {
  return Array.from({ length: count }, () => {
    const ids = deck.peek()
    deck.take(ids)
    return ids.join(' ')
  })
}

describe('createDeck', () => {
  // Specification: 4.36
  it('gives two photos at a time and begins anew behind the last one', () => {
    expect(turns(deckOf(5, 4, 3, 2), 3)).toEqual(['5 4', '3 2', '5 4'])
  })

  // Specification: 4.36
  it('wraps within a pair where the count is odd, so that all have turns', () => {
    expect(turns(deckOf(3, 2, 1), 3)).toEqual(['3 2', '1 3', '2 1'])
  })

  it('shows a single photo alone, and nothing where there is none', () => {
    expect(turns(deckOf(7), 2)).toEqual(['7', '7'])
    expect(turns(deckOf(), 2)).toEqual(['', ''])
  })

  // Specification: 4.39
  it('gives new photos the next turn, and goes on behind them where it was', () => {
    const deck = deckOf(4, 3, 2, 1)
    turns(deck, 1)
    deck.update([6, 5, 4, 3, 2, 1])
    expect(turns(deck, 4)).toEqual(['6 5', '2 1', '4 3', '6 5'])
  })

  it('puts older photos, loaded later, behind those it has', () => {
    const deck = deckOf(4, 3)
    turns(deck, 1)
    deck.update([4, 3, 2, 1])
    expect(turns(deck, 2)).toEqual(['4 3', '2 1'])
  })

  it('gives a photo the next turn once it can be shown', () => {
    const deck = createDeck(firstOf(2))
    deck.update([4, 2, 1])
    turns(deck, 1)
    deck.update([5, 4, 2, 1])
    expect(deck.peek()).toEqual([5, 1])
    deck.update([7, 5, 4, 3, 2, 1])
    expect(turns(deck, 4)).toEqual(['7 3', '5 1', '4 2', '7 3'])
    deck.update([7, 6, 5, 4, 3, 2, 1])
    expect(deck.peek()).toEqual([6, 5])
  })

  it('leaves out photos that are gone', () => {
    const deck = deckOf(6, 5, 4, 3, 2, 1)
    turns(deck, 1)
    deck.update([6, 5, 3, 2, 1])
    expect(turns(deck, 2)).toEqual(['3 2', '1 6'])
    deck.update([])
    expect(deck.peek()).toEqual([])
    deck.update([9])
    expect(deck.peek()).toEqual([9])
  })

  it('takes no turn from photos that came meanwhile, and shows none twice', () => {
    const deck = deckOf(4, 3, 2, 1)
    const ready = deck.peek()
    deck.update([5, 4, 3, 2, 1])
    deck.take(ready)
    expect(turns(deck, 3)).toEqual(['5 2', '1 4', '3 5'])
  })

  it('does not take back a photo that was deleted while it was shown', () => {
    const deck = deckOf(3, 2, 1)
    const ready = deck.peek()
    deck.update([3, 1])
    deck.take(ready)
    expect(turns(deck, 2)).toEqual(['1 3', '1 3'])
  })
})
