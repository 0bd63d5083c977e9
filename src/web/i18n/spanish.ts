import { translateRefusals } from '../api-error.ts'
import { refusals } from './refusals-es.ts'

// All that is said in Spanish, fetched when Spanish is spoken.

translateRefusals(refusals)

export { messages } from './es.po'
