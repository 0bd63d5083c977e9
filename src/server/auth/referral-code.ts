import { randomInt } from 'node:crypto'

const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** One of 2^40, so it is almost certainly unused. */
export const newReferralCode = (): string =>
  Array.from({ length: 8 }, () => CROCKFORD[randomInt(CROCKFORD.length)]).join('')
