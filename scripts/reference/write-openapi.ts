import { writeFileSync } from 'node:fs'
import { describeApi } from '../../src/server/reference/openapi.ts'
import { describeClientCalls, describeOperations } from './client-types.ts'
import { readOptions } from '../../src/terminal/tool.ts'

// `npm run openapi`: writes the contract as docs/openapi.json, so that reviews show how a change
// affects the API, and as the client package's types. A test fails if you forget it.

readOptions({ usage: 'Usage: npm run openapi', options: {} })

const write = (path: string, text: string): void =>
  writeFileSync(new URL(`../../${path}`, import.meta.url), text)

const document = describeApi()
write('docs/openapi.json', `${JSON.stringify(document, null, 2)}\n`)
write('packages/client/src/operations.ts', await describeOperations(document))
write('packages/client/src/calls.ts', describeClientCalls())
