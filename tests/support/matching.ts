import { expect } from 'vitest'

// Vitest's matchers have type `any`. Inside an expected object, they would disable the compiler's
// checks.

export const matching = (pattern: RegExp): unknown => expect.stringMatching(pattern)
export const containing = (text: string): unknown => expect.stringContaining(text)
export const withFields = (fields: object): unknown => expect.objectContaining(fields)
export const anyText: unknown = expect.any(String)
export const anyNumber: unknown = expect.any(Number)
