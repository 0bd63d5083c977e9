/**
 * A line of output with words from a file that anyone may have written. Signs that move the cursor,
 * hide what follows, or turn its direction are written as their numbers.
 */
export const plainLine = (text: string): string =>
  text.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, (sign) => {
    return `\\u{${sign.codePointAt(0)?.toString(16)}}`
  })
