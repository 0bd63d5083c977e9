import { parseArgs, type ParseArgsConfig } from 'node:util'

/** Reads a tool's command line. Ends with one sentence if it has an option that doesn't exist. */
export function readOptions<T extends ParseArgsConfig>(config: T): ReturnType<typeof parseArgs<T>> {
  try {
    return parseArgs(config)
  } catch (error) {
    const code = error instanceof TypeError && 'code' in error ? String(error.code) : ''
    if (!code.startsWith('ERR_PARSE_ARGS')) throw error
    process.stderr.write(`${error instanceof Error ? error.message : ''}\n`)
    process.exit(1)
  }
}
