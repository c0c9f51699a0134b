/** Does the work of each item, of `count` at a time; the next begins where one has ended. Rejects where one does. */
export async function doAtOnce<Item>(
  count: number,
  items: Iterable<Item> | AsyncIterable<Item>,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  async function* each() {
    yield* items
  }
  const left = each()
  const doNext = async () => {
    for await (const item of left) await work(item)
  }
  await Promise.all(Array.from({ length: count }, doNext))
}
