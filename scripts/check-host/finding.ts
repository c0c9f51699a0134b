/** What was seen of an installation. */
export interface Finding {
  /** `unseen`: it cannot be seen from here. */
  state: 'good' | 'wrong' | 'unseen'
  what: string
  /** What was seen; where it is wrong, what to do. */
  text: string
}

export function good(what: string, text: string): Finding {
  return { state: 'good', what, text }
}

/** `seen`, and what to do about it. */
export function wrong(what: string, seen: string, todo: string): Finding {
  return { state: 'wrong', what, text: `${seen}; ${todo}` }
}

export function unseen(what: string, why: string): Finding {
  return { state: 'unseen', what, text: why }
}

export function lineOf({ state, what, text }: Finding): string {
  return `${state.padEnd(6)}  ${what}: ${text}.`
}
