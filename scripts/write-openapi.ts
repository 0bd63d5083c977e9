import { writeFileSync } from 'node:fs'
import { describeApi } from '../src/server/reference/openapi.ts'

// `npm run openapi`: writes the contract as docs/openapi.json, whose difference shows in a review
// what a change does to the API. A test fails when it was forgotten.

const path = new URL('../docs/openapi.json', import.meta.url)
writeFileSync(path, `${JSON.stringify(describeApi(), null, 2)}\n`)
