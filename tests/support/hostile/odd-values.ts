import type { SeededRandom } from '../seeded-random.ts'

/** Texts that nobody types, and that break careless code. */
const ODD_TEXTS = [
  '',
  ' ',
  '\t\r\n',
  '\u0000',
  'a\u0000b',
  '\u001b[31m',
  '\u0085',
  '\ud800',
  '\uffff',
  '\ufeff1',
  '\u202eevil',
  'z\u0301'.repeat(300),
  '🎉'.repeat(300),
  '0',
  '-1',
  '+1',
  '1.5',
  '1e3',
  '0x10',
  '٣',
  '9007199254740993',
  '9'.repeat(15),
  '9'.repeat(40),
  '-9223372036854775809',
  'NaN',
  'null',
  'true',
  '__proto__',
  'constructor',
  "' or '1'='1",
  "'; drop table users; --",
  '%00',
  '%s%n%x',
  '../../../etc/passwd',
  '..\\..\\secret.key',
  'file:///etc/passwd',
  'http://127.0.0.1:1/',
  'javascript:alert(1)',
  '<script>alert(1)</script>',
  '${7*7}',
  '2026-02-31',
  '2026-13-01T25:61:61Z',
  '275760-09-13T00:00:00.000Z',
  '0000-00-00',
  '+020000-01-01',
  'Europe/Nowhere',
  'a@b',
  'a'.repeat(5000),
  '{"a":1}',
  '[]',
]

const ODD_JSON: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -0,
  -1,
  1.5,
  5e-324,
  1e21,
  1e308,
  Number.MAX_SAFE_INTEGER,
  Number.MAX_SAFE_INTEGER + 1,
  -(2 ** 63),
  [],
  [1],
  [[]],
  ['15550001111'],
  {},
  { toString: 'x' },
  { length: 4 },
  { constructor: { prototype: {} } },
]

export function oddText(random: SeededRandom): string {
  if (random.isOneOf(0.2)) return randomText(random)
  return pick(random, ODD_TEXTS)
}

export function oddJson(random: SeededRandom): unknown {
  if (random.isOneOf(0.1)) return nested(random.between(2, 2000))
  return random.isOneOf(0.5) ? pick(random, ODD_JSON) : oddText(random)
}

export function pick<T>(random: SeededRandom, choices: readonly T[]): T {
  const choice = choices[random.between(0, choices.length - 1)]
  if (choice === undefined && choices.length === 0) throw new Error('nothing to choose from')
  return choice as T
}

/** Of random code units, lone surrogates among them. */
function randomText(random: SeededRandom): string {
  const units = Array.from({ length: random.between(1, 12) }, () => random.between(0, 0xffff))
  return String.fromCharCode(...units)
}

function nested(depth: number): unknown {
  let value: unknown = 1
  for (let level = 0; level < depth; level += 1) value = level % 2 === 0 ? [value] : { a: value }
  return value
}
