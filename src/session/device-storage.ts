import type { ListStorage } from '../device/recent-ormas.ts'

/** `localStorage` and `sessionStorage` that never throw: where they are forbidden or full, nothing is stored. */
export const deviceStorage = quiet(() => localStorage)
export const tabStorage = quiet(() => sessionStorage)

function quiet(storage: () => Storage): ListStorage {
  return {
    getItem: (key) => attempt(() => storage().getItem(key)) ?? null,
    setItem: (key, value) => attempt(() => storage().setItem(key, value)),
    removeItem: (key) => attempt(() => storage().removeItem(key)),
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
