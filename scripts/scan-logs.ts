import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

interface LogScan {
  lines: number
  /** Each line that holds what no log may hold, once: what it is, and the line without it. */
  leaks: string[]
}

const WORD = /(?<![\w-])[\w-]+(?![\w-])/g
/** 16 random bytes in base64url: an event_hash or a request_id. */
const HASH = /^[\w-]{21}[AQgw]$/
/** 32 of them: a token. */
const TOKEN = /^[\w-]{42}[AEIMQUYcgkosw048]$/
const CODE = /\b\d{4}(?= is your\b)|(?<="code":")\d{4}(?=")/g
const DIGITS = /(?<!\d)\d{8,15}(?!\d)/g
const SHOWN_CHARACTERS = 300

/**
 * Looks through all logs (`*.log`) of a folder for tokens, codes, request_ids, whole event_hashes, and the phone numbers that
 * its lists (`*.phones`) name.
 */
export function scanLogs(folder: string): LogScan {
  const phones = new Set(linesOf(folder, '.phones'))
  const lines = linesOf(folder, '.log')
  const leaks = lines.flatMap((line) => {
    const { hidden, kinds } = hideSecrets(line, phones)
    return kinds.size === 0
      ? []
      : [`${[...kinds].join(', ')}: ${hidden.slice(0, SHOWN_CHARACTERS)}`]
  })
  return { lines: lines.length, leaks: [...new Set(leaks)] }
}

function hideSecrets(
  line: string,
  phones: ReadonlySet<string>,
): { hidden: string; kinds: Set<string> } {
  const kinds = new Set<string>()
  const hide = (kind: string | undefined, word: string) => {
    if (kind === undefined) return word
    kinds.add(kind)
    return `${word.slice(0, 2)}…`
  }
  const hidden = line
    .replaceAll(WORD, (word) => hide(kindOf(word), word))
    .replaceAll(CODE, (code) => hide('a code', code))
    .replaceAll(DIGITS, (digits) => hide(phones.has(digits) ? 'a phone' : undefined, digits))
  return { hidden, kinds }
}

/** Names of functions and files are as long now and then, but have no such mixture of signs. */
function kindOf(word: string): string | undefined {
  const isMixed = /[a-z]/.test(word) && /[A-Z]/.test(word) && /[\d_-]/.test(word)
  if (!isMixed) return undefined
  if (HASH.test(word)) return 'an event_hash or request_id'
  return TOKEN.test(word) ? 'a token' : undefined
}

function linesOf(folder: string, ending: string): string[] {
  const names = readdirSync(folder).filter((name) => name.endsWith(ending))
  const texts = names.map((name) => readFileSync(join(folder, name), 'utf8'))
  return texts.flatMap((text) => text.split('\n')).filter(Boolean)
}
