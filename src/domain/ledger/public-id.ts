/**
 * Public ids: eight characters of Crockford base 32, made from a number by a fixed 40-bit shuffle
 * (a four-round Feistel network). They don't reveal how many there are, never collide, and need no
 * randomness, so a replay gives the same ids. They are names, not secrets.
 */

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const HALF = (1 << 20) - 1
const KEYS = [0x3c6ef, 0x9e377, 0x5be0c, 0xa54ff] as const

const mix = (half: number, key: number): number => {
  let x = Math.imul(half ^ key, 0x45d9f3b)
  x = Math.imul(x ^ (x >>> 15), 0x2c1b3c6d)
  return (x ^ (x >>> 12)) & HALF
}

/** The id of a number from 0 to 2^40 − 1. */
export function shuffledId(no: number): string {
  let left = Math.floor(no / (HALF + 1)) & HALF
  let right = no & HALF
  for (const key of KEYS) {
    const next = left ^ mix(right, key)
    left = right
    right = next
  }
  let text = ''
  for (const half of [left, right]) {
    for (let shift = 15; shift >= 0; shift -= 5) text += ALPHABET[(half >>> shift) & 31]
  }
  return text
}

/** The public id of a deposit request. */
export const depositRequestId = (no: number): string => `DP-${shuffledId(no)}`
