import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'
import { buildWeb } from './build-web.ts'

// `npm start`: an empty machine gets its web app built once; then the product runs in this process.
// Keeps what Node makes of the sources: halves the time that a second start spends on loading them.
enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/node', import.meta.url)))

// Until the product takes over, a signal ends the build with us.
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
