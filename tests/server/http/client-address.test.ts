import { describe, expect, it } from 'vitest'
import { addressScope } from '../../../server/http/client-address.ts'

describe('addressScope', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:db8:1::2:3:4:5', '2001:db8:1:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['64:ff9b::192.0.2.1', '64:ff9b:0:0::/64'],
    ['203.0.113.7:50812', '203.0.113.7'],
    ['[2001:db8:1:2::9]:50812', '2001:db8:1:2::/64'],
    ['[2001:db8:1:2::9]', '2001:db8:1:2::/64'],
    ['[::ffff:192.0.2.7]:443', '192.0.2.7'],
    ['unknown', 'unknown'],
  ])('counts %s as %s', (address, scope) => {
    expect(addressScope(address)).toBe(scope)
  })

  it('keeps what is no address at all short', () => {
    expect(addressScope('x'.repeat(5000)).length).toBeLessThanOrEqual(64)
  })
})
