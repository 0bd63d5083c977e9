import { describe, expect, test } from 'vitest'
import { isOwnPath, paths } from '../../src/web/client/paths.ts'
import { groupThousands } from '../../src/web/client/format/number-text.ts'
import { shortUsdText, usdText } from '../../src/web/ui/format/money-text.ts'
import { agoText } from '../../src/web/ui/format/time-text.ts'

describe('paths', () => {
  test('every URL of the web app', () => {
    expect({
      register: paths.register('A B&C'),
      verify: paths.verifyEmail('a/b'),
      verifyWithout: paths.verifyEmail(),
      reset: paths.resetPassword('x'),
      tree: paths.familyTree({ profile: 'BR-7K3M9Q2X' }),
      deposit: paths.dashboard({ deposit: 'new' }),
    }).toEqual({
      register: '/register?ref=A+B%26C',
      verify: '/verify-email/a%2Fb',
      verifyWithout: '/verify-email',
      reset: '/reset-password/x',
      tree: '/familytree?profile=BR-7K3M9Q2X',
      deposit: '/dashboard?deposit=new',
    })
  })

  test.each([
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    '',
  ])('never returns to %j', (path) => {
    expect(isOwnPath(path)).toBe(false)
  })

  test('returns to a path of our own', () => {
    expect(isOwnPath('/referrals')).toBe(true)
    expect(isOwnPath('/dashboard?deposit=new')).toBe(true)
  })
})

describe('texts', () => {
  test('money', () => {
    expect(usdText('1234.5')).toBe('$1,234.50')
    expect(usdText('-3')).toBe('−$3.00')
    expect(shortUsdText('3.00')).toBe('$3')
    expect(shortUsdText('2.50')).toBe('$2.50')
    expect(groupThousands('1234567')).toBe('1,234,567')
  })

  test('time', () => {
    const nowMs = Date.parse('2026-11-21T12:00:00Z')
    expect(agoText('2026-11-21T11:59:48Z', nowMs)).toBe('12 seconds ago')
    expect(agoText('2026-11-21T09:00:00Z', nowMs)).toBe('3 hours ago')
    expect(agoText('2026-10-01T09:00:00Z', nowMs)).toBe('Oct 1, 2026')
  })
})
