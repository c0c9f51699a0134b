/** Resolves after so many milliseconds, in a task of its own: with 0, a slow phone answers touches in between. */
export function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
