import './console.css'
import { startLanguage } from '../i18n/language.ts'

// The language comes first, because constants keep their texts for the life of the page.
void startLanguage().then(async () => (await import('./draw-console.tsx')).drawConsole())
