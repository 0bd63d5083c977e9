import './console.css'
import { startLanguage } from '../i18n/language.ts'

// The language comes first: texts in constants are in it for as long as the page lives.
void startLanguage().then(async () => (await import('./draw-console.tsx')).drawConsole())
