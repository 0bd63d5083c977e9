/**
 * A line of output with words from an untrusted file. Escapes characters that move the cursor, hide
 * text, or turn its direction.
 */
export const plainLine = (text: string): string =>
  text.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, (sign) => {
    return `\\u{${sign.codePointAt(0)?.toString(16)}}`
  })
