import { useMemo, useState } from 'react'

const NONE: readonly number[] = []

/**
 * The items in the order in which they were first shown: those that come in later stand at the end, so that nothing moves under a
 * finger. One that was gone and is back gets its old place.
 */
export function useStableOrder<Item extends { id: number }>(
  items: readonly Item[],
): readonly Item[] {
  const [known, setKnown] = useState(NONE)
  const order = appendNew(known, items)
  if (order !== known) setKnown(order)
  return useMemo(() => inOrder(items, order), [items, order])
}

/** The same array where there is nobody new. */
export function appendNew(
  known: readonly number[],
  items: readonly { id: number }[],
): readonly number[] {
  const ids = new Set(known)
  const newcomers = items.filter(({ id }) => !ids.has(id))
  return newcomers.length > 0 ? [...known, ...newcomers.map(({ id }) => id)] : known
}

export function inOrder<Item extends { id: number }>(
  items: readonly Item[],
  order: readonly number[],
): readonly Item[] {
  const places = new Map(order.map((id, at) => [id, at]))
  const placeOf = ({ id }: Item) => places.get(id) ?? Infinity
  return items.toSorted((one, other) => placeOf(one) - placeOf(other))
}
