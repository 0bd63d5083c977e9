import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const execute = promisify(execFile)

/** Loading the sources takes half the time with Node's compile cache. */
export const compileCache = fileURLToPath(
  new URL('../../../node_modules/.cache/node', import.meta.url),
)

/**
 * Node saves its cache only when a process ends on its own, and tests kill nearly all of theirs. On
 * a fresh checkout, one process loads the product for the others and ends.
 */
export async function fillCompileCache(): Promise<void> {
  const filled = `${compileCache}/filled`
  if (existsSync(filled)) return
  const start = new URL('../../../src/server/app/start.ts', import.meta.url).href
  const load = `
    import { mkdirSync, writeFileSync } from 'node:fs'
    await import(${JSON.stringify(start)})
    mkdirSync(${JSON.stringify(compileCache)}, { recursive: true })
    writeFileSync(${JSON.stringify(filled)}, '')
    process.exit()`
  const env = { PATH: process.env.PATH ?? '', NODE_COMPILE_CACHE: compileCache }
  await execute(process.execPath, ['--input-type=module', '--eval', load], { env })
}
