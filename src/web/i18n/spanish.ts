import { translateServer } from '../client/api-error.ts'
import { translateToSpanish } from './translate-to-spanish.ts'

// All that is said in Spanish, fetched when Spanish is spoken.

translateServer(translateToSpanish)

export { messages } from './es.po'
