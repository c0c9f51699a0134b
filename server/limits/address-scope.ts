import { isIPv4, isIPv6 } from 'node:net'

const SCOPE_LENGTH_MAX = 64

/**
 * What limits count as one client address: an IPv4 address, or the /64 network of an IPv6 one, since whoever has one of its addresses
 * has all of them.
 */
export function addressScope(address: string): string {
  const plain = withoutPort(address)
    .replace(/%.*$/, '')
    .replace(/^::ffff:(?=\d+\.)/i, '')
  if (isIPv4(plain) || !isIPv6(plain)) return plain.slice(0, SCOPE_LENGTH_MAX)
  const [head = '', tail = ''] = plain.toLowerCase().split('::')
  const first = head === '' ? [] : head.split(':')
  const last = tail === '' ? [] : tail.split(':')
  // A dotted tail (64:ff9b::192.0.2.1) stands for two groups; it never reaches the first four.
  const missing = 8 - first.length - last.length - (tail.includes('.') ? 1 : 0)
  const groups = [...first, ...Array.from({ length: Math.max(0, missing) }, () => '0'), ...last]
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}

/** Some proxies write the client's port behind its address; each connection has another one. */
function withoutPort(address: string): string {
  const [, ip = address] =
    /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(address) ?? /^\[(.+)\](?::\d+)?$/.exec(address) ?? []
  return ip
}
