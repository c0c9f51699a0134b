import { OperatorError } from './read-settings.ts'
import type { Env } from './read-settings.ts'

/** Names of this length have others of their kind nearby: `HOME` beside `HOST`. */
const SHORT = 7
/** Groups of settings whose names nothing else has. */
const OWN_GROUPS = ['SMS', 'ALERT']
/** Words that begin with so many same letters are forms of one. */
const STEM = 6

/**
 * Throws an OperatorError where a variable that is set has nearly the name of one of ours: what it was to set would be passed over.
 * All other names belong to whatever else runs here.
 */
export function refuseMisspelt(env: Env, known: readonly string[]): void {
  const names = Object.keys(env).filter((name) => env[name] && !known.includes(name))
  for (const name of names) {
    const meant = nearest(name, known)
    if (meant === undefined) continue
    throw new OperatorError(`${name} is no setting; did you mean ${meant}? Rename it, or unset it.`)
  }
}

/** The name that somebody has meant who wrote nearly that; undefined: none. */
export function nearest(name: string, known: readonly string[]): string | undefined {
  // In small letters alone a word is anybody's: `host`.
  const wanted = name.includes('_') ? name.toUpperCase() : name
  return (
    known.find((one) => isNearly(wanted, one)) ?? known.find((one) => isOfItsWords(wanted, one))
  )
}

/** `SMS_BUDGET` of `SMS_DAILY_BUDGET`, `SMS_COUNTRY` of `SMS_COUNTRIES`. */
function isOfItsWords(name: string, known: string): boolean {
  const [[group = '', ...words], [ofGroup, ...all]] = [name.split('_'), known.split('_')]
  const isOneOf = (word: string) =>
    all.some(
      (other) => other === word || (word.length > STEM && other.startsWith(word.slice(0, STEM))),
    )
  return OWN_GROUPS.includes(group) && group === ofGroup && words.length > 0 && words.every(isOneOf)
}

/** Whether two slips at most, after the first letter, make one of the other; in a short name one. */
function isNearly(name: string, known: string): boolean {
  if (name[0] !== known[0]) return false
  const most = known.length <= SHORT ? 1 : 2
  if (Math.abs(name.length - known.length) > most) return false
  return slipsBetween(name, known) <= most
}

/** Letters too many, missing, wrong, or changed places with the next one (optimal string alignment). */
function slipsBetween(a: string, b: string): number {
  let [beforeLast, last] = [[] as number[], Array.from({ length: b.length + 1 }, (_, at) => at)]
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const isWrong = a[i - 1] === b[j - 1] ? 0 : 1
      const ways = [at(last, j) + 1, at(row, j - 1) + 1, at(last, j - 1) + isWrong]
      const isTurned = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      if (isTurned) ways.push(at(beforeLast, j - 2) + 1)
      row.push(Math.min(...ways))
    }
    ;[beforeLast, last] = [last, row]
  }
  return at(last, b.length)
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? Infinity
}
