/** Query options for a list that is asked for on after its last entry. A page that is not full is the last one. */
export function untilShort(size: number) {
  return {
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (page: readonly { id: number }[]) =>
      page.length < size ? undefined : page.at(-1)?.id,
  }
}
