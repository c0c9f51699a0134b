/** A cache as Cache Storage has them, in memory; `kept` are its answers by address. */
export function fakeCache(origin: string, kept = new Map<string, Response>()) {
  const whole = (asked: string | { url: string }) =>
    new URL(typeof asked === 'string' ? asked : asked.url, origin).href
  return {
    kept,
    match: async (asked: string | { url: string }) => kept.get(whole(asked))?.clone(),
    put: async (asked: string, answer: Response) => void kept.set(whole(asked), answer),
    keys: async () => [...kept.keys()].map((url) => ({ url })),
    matchAll: async () => [...kept.values()],
    delete: async (asked: string | { url: string }) => kept.delete(whole(asked)),
  }
}
