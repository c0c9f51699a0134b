import { isSupportedCountry } from 'libphonenumber-js/min'
import * as v from 'valibot'

/** What the operator has to see to, such as a setting that cannot be: the message is one line for them. */
export class OperatorError extends Error {}

export type Env = Readonly<Record<string, string | undefined>>

/** Of each environment variable how it is written, and by `sets` what for. */
type Settings = Record<string, v.GenericSchema<string | undefined, unknown>>

/** For the page of settings: what one sets, and in words what holds where it is not set and has no default. */
export function sets<T>(
  what: string,
  unset = '',
): v.MetadataAction<T, { what: string; unset: string }> {
  return v.metadata({ what, unset })
}

/** Reads settings from environment variables. An empty one is not set. Throws an OperatorError for the first that cannot be. */
export function readSettings<T extends Settings>(
  settings: T,
  env: Env,
): v.InferOutput<v.ObjectSchema<T, undefined>> {
  const given = Object.fromEntries(Object.entries(env).filter(([, text]) => text))
  const read = v.safeParse(v.object(settings), given, { abortEarly: true })
  if (read.success) return read.output
  const [issue] = read.issues
  throw badSetting(v.getDotPath(issue) ?? '', issue.message)
}

/** `allowed` says what the setting may be. */
export function badSetting(name: string, allowed: string): OperatorError {
  return new OperatorError(`${name} has a value that cannot be used; allowed: ${allowed}.`)
}

export const text = v.string()

export function textLike(pattern: RegExp, allowed: string) {
  return v.pipe(text, v.regex(pattern, allowed))
}

export function textThat(isAllowed: (text: string) => boolean, allowed: string) {
  return v.pipe(text, v.check(isAllowed, allowed))
}

export function oneOf<const Word extends string>(words: readonly Word[]) {
  return v.picklist(words, words.join(', '))
}

export const onOrOff = v.pipe(
  oneOf(['on', 'off']),
  v.transform((word) => word === 'on'),
)

export function wholeNumber(min: number, max = Number.MAX_SAFE_INTEGER) {
  const isOpen = max === Number.MAX_SAFE_INTEGER
  const allowed = isOpen ? `a whole number from ${min}` : `${min} to ${max}`
  return v.pipe(
    text,
    v.transform(Number),
    v.safeInteger(allowed),
    v.minValue(min, allowed),
    v.maxValue(max, allowed),
  )
}

/** More than nothing, at most all. */
export const fraction = v.pipe(
  text,
  v.transform(Number),
  v.check((value) => value > 0 && value <= 1, 'a number above 0, at most 1'),
)

/** The address as browsers write it. */
export const webAddress = v.pipe(
  textThat(isWebAddress, 'an address like https://orma.example'),
  v.transform((address) => new URL(address).href),
)

/** Without the slash at its end. */
export function origin(example: string) {
  const isOrigin = (address: string) =>
    isWebAddress(address) && new URL(address).href === `${new URL(address).origin}/`
  return v.pipe(
    textThat(isOrigin, `an address without a path, like ${example}`),
    v.transform((address) => new URL(address).origin),
  )
}

/** As browsers send them: whatever is more than an origin would never be one. */
export const origins = v.pipe(
  text,
  v.transform((list) => splitList(list).map((address) => address.replace(/\/$/, ''))),
  v.check(
    (list) => list.every((one) => isWebAddress(one) && new URL(one).origin === one),
    'origins like https://orma.example,https://photos.example',
  ),
)

/** Without the plus before each. */
export const callingCodes = v.pipe(
  text,
  v.transform((list) => splitList(list).map((code) => code.replace(/^\+/, ''))),
  v.check(
    (codes) => codes.every((code) => /^[1-9]\d{0,3}$/.test(code)),
    'calling codes like 1,44,91, without a zero in front',
  ),
)

/** One of those that the phone field has. */
export const country = v.pipe(
  text,
  v.toUpperCase(),
  v.check(isSupportedCountry, 'the two letters of a country, like DE (ISO 3166-1 alpha-2)'),
)

export function splitList(list: string): string[] {
  return list
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')
}

function isWebAddress(address: string): boolean {
  return /^https?:$/.test(URL.parse(address)?.protocol ?? '')
}
