import { writeFileSync } from 'node:fs'
import { brandSchema } from '../../src/server/brand/read-brand.ts'
import { metricsText } from './metrics-text.ts'
import { configurationText, exampleText } from './reference-text.ts'
import { readOptions } from '../../src/terminal/tool.ts'

// `npm run reference`: writes docs/configuration.md, .env.example, docs/metrics.md, and
// docs/brand.schema.json from the sources. A test fails if you forget it.

readOptions({ usage: 'Usage: npm run reference', options: {} })

const root = new URL('../../', import.meta.url)
writeFileSync(new URL('docs/configuration.md', root), configurationText())
writeFileSync(new URL('.env.example', root), exampleText())
writeFileSync(new URL('docs/metrics.md', root), metricsText())
const schema = JSON.stringify(brandSchema(), null, 2)
writeFileSync(new URL('docs/brand.schema.json', root), `${schema}\n`)
