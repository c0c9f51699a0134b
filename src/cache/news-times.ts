/** When this page last heard live news of an Orma, in epoch milliseconds. */
const times = new Map<string, number>()

/** Notes that news of an Orma came just now: what is cached of it and not shown yet may lack it. */
export function noteNews(event_hash: string): void {
  times.set(event_hash, Date.now())
}

/** Whether news of the Orma that a query is about came since a time (epoch milliseconds). */
export function hasNewsSince(queryKey: readonly unknown[], time: number): boolean {
  return queryKey.some((part) => typeof part === 'string' && (times.get(part) ?? 0) >= time)
}
