import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'
import { readOptions } from '../src/terminal/tool.ts'
import { buildWeb } from './build-web.ts'

// `npm start`: builds the web app once on a fresh machine, then runs the product in this process.
// It caches what Node compiles from the sources, which halves the loading time of the next start.
enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/node', import.meta.url)))

readOptions({ usage: 'Usage: npm start (docs/configuration.md has the settings)', options: {} })

// Until the product takes over, a signal ends both the build and us.
const end = (): never => process.exit(130)
process.once('SIGINT', end).once('SIGTERM', end)
try {
  await buildWeb()
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}
process.off('SIGINT', end).off('SIGTERM', end)
await import('../src/server/app/main.ts')
