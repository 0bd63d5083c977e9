// Obvious guesses here: the product, its plans, its coins.
const productWords = [
  'twofold',
  'bronze',
  'silver',
  'platinum',
  'diamond',
  'tron',
  'trc20',
  'usdt',
  'tether',
  'referral',
]

/** Whether a guesser would try a password early: repeated characters, or adjacent keys. */
export function isCommonPattern(password: string): boolean {
  const plain = password.toLowerCase()
  return isRepetition(plain) || isRun(plain)
}

/** Whether too little of a password remains without words about its owner or us. */
export function isLikeName(password: string, context: readonly string[]): boolean {
  const plain = password.toLowerCase()
  const names = context.flatMap((text) => text.toLowerCase().split('@').slice(0, 1))
  let rest = plain
  for (const word of [...productWords, ...names]) {
    if (word.length >= 4) rest = rest.replaceAll(word, '')
  }
  // Without the known words, digits and symbols, the rest must still be long enough.
  return rest !== plain && rest.replace(/[\d\W_]/g, '').length < 4
}

/** `aaaaaaaa`, `abababab`, `abcabcabc`: one to four characters repeated. */
const isRepetition = (text: string): boolean =>
  [1, 2, 3, 4].some((length) => {
    const unit = text.slice(0, length)
    return text === unit.repeat(Math.ceil(text.length / length)).slice(0, text.length)
  })

const rows = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890123456789',
  'qwertyuiopasdfghjklzxcvbnm',
  'qwertzuiopasdfghjklyxcvbnm',
  'azertyuiopqsdfghjklmwxcvbn',
]

/** The alphabet, digits or keyboard keys in sequence, forward or backward. */
const isRun = (text: string): boolean => {
  const backwards = [...text].toReversed().join('')
  return rows.some((row) => row.includes(text) || row.includes(backwards))
}
