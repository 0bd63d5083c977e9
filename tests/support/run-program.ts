import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { compileCache } from './start/compile-cache.ts'

const execute = promisify(execFile)

/** The environment of each process that a test starts. */
export const programEnv = { PATH: process.env.PATH ?? '', NODE_COMPILE_CACHE: compileCache }

type Ended = { code: number; stdout: string; /** Both streams. */ said: string }
export type Options = {
  args?: readonly string[]
  env?: Record<string, string>
  cwd?: string | undefined
  /** Standard input; open and empty by default. */
  input?: string
  /** The most blocks of a file that it may write, as on a disk that is almost full. */
  fileBlocks?: number
}

/** Runs one of our command-line programs to its end. `path` starts at `src/server/`. */
export async function runProgram(path: string, options: Options = {}): Promise<Ended> {
  const { args = [], env = {}, cwd, input, fileBlocks } = options
  const program = fileURLToPath(new URL(`../../src/server/${path}`, import.meta.url))
  const settings = { cwd, env: { ...programEnv, ...env } }
  const line = [process.execPath, program, ...args]
  const limited = `trap '' XFSZ; ulimit -f ${fileBlocks}; exec "$@"`
  const running =
    fileBlocks === undefined
      ? execute(process.execPath, line.slice(1), settings)
      : execute('sh', ['-c', limited, 'sh', ...line], settings)
  if (input !== undefined) running.child.stdin?.end(input)
  return running.then(
    ({ stdout, stderr }) => ({ code: 0, stdout, said: stdout + stderr }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({
      code,
      stdout,
      said: stdout + stderr,
    }),
  )
}
