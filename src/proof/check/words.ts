/** What a verifier tells its reader, in both languages. */
import { en, type Words } from './words-en.ts'
import { es } from './words-es.ts'

export type { Words } from './words-en.ts'

export const words: Readonly<Record<'en' | 'es', Words>> = { en, es }
