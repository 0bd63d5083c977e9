import { writeFileSync } from 'node:fs'
import { metricsText } from './metrics-text.ts'
import { configurationText, exampleText } from './reference-text.ts'

// `npm run reference`: writes docs/configuration.md, .env.example, and docs/metrics.md from the
// sources. A test fails when you forget it.

const root = new URL('../', import.meta.url)
writeFileSync(new URL('docs/configuration.md', root), configurationText())
writeFileSync(new URL('.env.example', root), exampleText())
writeFileSync(new URL('docs/metrics.md', root), metricsText())
