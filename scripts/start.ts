import { buildWeb } from './build-web.ts'

// `npm start`: an empty machine gets its web app built once; then the product runs in this process.
try {
  await buildWeb()
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}
await import('../src/server/main.ts')
