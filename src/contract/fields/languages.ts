/** The languages that the product is complete in: its pages, emails, and statements. */
export const languages = ['en', 'es'] as const

export type Language = (typeof languages)[number]
