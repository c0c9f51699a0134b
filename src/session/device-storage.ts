import type { ListStorage } from '../device/recent-ormas.ts'

/** `localStorage` and `sessionStorage` that never throw: where they are forbidden or full, this page alone has what is stored. */
export const deviceStorage = quiet(() => localStorage)
export const tabStorage = quiet(() => sessionStorage)

function quiet(storage: () => Storage): ListStorage {
  const unstored = new Map<string, string>()
  return {
    getItem: (key) => unstored.get(key) ?? attempt(() => storage().getItem(key)) ?? null,
    setItem: (key, value) => {
      unstored.set(key, value)
      attempt(() => {
        storage().setItem(key, value)
        unstored.delete(key)
      })
    },
    removeItem: (key) => {
      unstored.delete(key)
      attempt(() => storage().removeItem(key))
    },
  }
}

function attempt<Result>(work: () => Result): Result | undefined {
  try {
    return work()
  } catch {
    // The page works without what is stored here.
    return undefined
  }
}
