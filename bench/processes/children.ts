/** Processes and servers that end with the bench, even if it is killed. */
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { endWithParent } from '../../tests/support/start/with-parent.ts'

type Output = 'inherit' | 'pipe'
type Options = { cwd?: string; env?: NodeJS.ProcessEnv; stdout?: Output; stderr?: Output }

/** Starts a program of ours, with an IPC channel. */
export function startChild(
  path: string,
  args: readonly string[] = [],
  { cwd, env = process.env, stdout = 'inherit', stderr = 'inherit' }: Options = {},
): ChildProcess {
  return fork(path, args, {
    ...(cwd !== undefined && { cwd }),
    env,
    execArgv: [...endWithParent],
    stdio: ['ignore', stdout, stderr, 'ipc'],
  })
}

const ender = fileURLToPath(new URL('end-server.ts', import.meta.url))

/**
 * Promises to stop the embedded server of a directory.
 * @returns stops it now, and removes the directory
 */
export function endServerWithUs(dataDir: string): () => Promise<void> {
  // Ctrl-C in the terminal must not reach it.
  const child = fork(ender, [dataDir], {
    detached: true,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  child.unref()
  child.channel?.unref()
  return async () => {
    const over = once(child, 'exit')
    // Otherwise, nothing keeps us from ending first.
    child.ref()
    child.disconnect()
    const [code] = (await over) as [number | null]
    if (code !== 0) throw new Error(`the server in ${dataDir} was not stopped`)
  }
}

export async function firstOutput({ stdout }: ChildProcess): Promise<string> {
  if (stdout === null) throw new Error('its output is ours')
  const [part] = (await once(stdout, 'data')) as [Buffer]
  return part.toString('utf8')
}
