/** What was asked has not answered in time. It may still do so. */
export class NoAnswer extends Error {
  constructor(what: string) {
    super(`no answer in time: ${what}`)
    this.name = 'NoAnswer'
  }
}

/** Rejects with `NoAnswer` where `work`, which is called `what`, takes longer than `limitMs`. */
export async function withinTime<T>(what: string, work: Promise<T>, limitMs: number): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new NoAnswer(what)), limitMs)
  try {
    return await Promise.race([work, late.promise])
  } finally {
    clearTimeout(timer)
  }
}
