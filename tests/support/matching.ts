import { expect } from 'vitest'

// Vitest's matchers for parts of a value are of type `any`; inside an expected object they would
// switch off what the compiler knows of it.

export const matching = (pattern: RegExp): unknown => expect.stringMatching(pattern)
export const containing = (text: string): unknown => expect.stringContaining(text)
export const withFields = (fields: object): unknown => expect.objectContaining(fields)
export const anyText: unknown = expect.any(String)
export const anyNumber: unknown = expect.any(Number)
