/** Programs that run on a machine of the cluster. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, mkdirSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'

export type Program = {
  readonly name: string
  readonly machine: string
  readonly logFile: string
  pid(): number
  isRunning(): boolean
  /** All output since the last start. */
  output(): string
  start(): void
  signal(signal: NodeJS.Signals): void
  /** Waits for the end, and returns the exit code. */
  ended(): Promise<number | null>
  /** Sends a signal and waits for the end. */
  end(signal: NodeJS.Signals): Promise<void>
}

export type ProgramOptions = {
  readonly name: string
  readonly machine: string
  readonly logFile: string
  /** The arguments, or a function that returns them at each start. */
  readonly command: readonly string[] | (() => readonly string[])
  readonly env: Record<string, string> | (() => Record<string, string>)
  readonly cwd?: string
  /** For a program of the Debian root: its mounts and its user. */
  readonly root?: { readonly path: string; readonly user: string; readonly mounts: Mounts }
}

/** Folders outside the root, by their path inside it. */
export type Mounts = readonly (readonly [from: string, to: string])[]

const quote = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`

/** A shell script that replaces itself with the program, so that we start the program directly. */
function scriptOf({ command, env, root }: ProgramOptions): string {
  const variables = typeof env === 'function' ? env() : env
  const assigned = Object.entries(variables).map(([name, value]) => `${name}=${value}`)
  const asked = typeof command === 'function' ? command() : command
  const words = ['env', '-i', ...assigned, ...asked].map(quote).join(' ')
  if (root === undefined) return `exec ${words}`
  const mounts = root.mounts.map(([from, to]) => `mount --bind ${from} ${root.path}${to}`)
  const enter = `exec chroot --userspec=${root.user} ${root.path} ${words}`
  return ['set -e', ...mounts, enter].join('\n')
}

export function makeProgram(options: ProgramOptions): Program {
  const { name, machine, logFile, cwd } = options
  mkdirSync(dirname(logFile), { recursive: true })
  let child: ChildProcess | undefined
  let startAt = 0
  const isRunning = (): boolean => child?.exitCode === null && child.signalCode === null
  const signal = (wanted: NodeJS.Signals): void => void child?.kill(wanted)
  return {
    name,
    machine,
    logFile,
    isRunning,
    signal,
    pid: () => child?.pid ?? -1,
    output: () => readFileSync(logFile, 'utf8').slice(startAt),
    start() {
      if (isRunning()) return
      const log = createWriteStream(logFile, { flags: 'a' })
      startAt = sizeOf(logFile)
      const args = ['netns', 'exec', machine, 'sh', '-c', scriptOf(options)]
      child = spawn('ip', args, { stdio: ['ignore', 'pipe', 'pipe'], ...(cwd && { cwd }) })
      child.stdout?.pipe(log, { end: false })
      child.stderr?.pipe(log, { end: false })
    },
    async ended() {
      if (child && isRunning()) await once(child, 'exit')
      return child?.exitCode ?? null
    },
    async end(wanted) {
      if (!child || !isRunning()) return
      const over = once(child, 'exit')
      child.kill(wanted)
      await over
    },
  }
}

function sizeOf(path: string): number {
  try {
    return readFileSync(path, 'utf8').length
  } catch {
    return 0
  }
}

/** Runs a program to its end, and returns its output. Throws if it fails. */
export async function runToEnd(options: ProgramOptions): Promise<string> {
  const program = makeProgram(options)
  program.start()
  const exitCode = await program.ended()
  if (exitCode === 0) return program.output()
  throw new Error(`${program.name} failed:\n${program.output().slice(-2_000)}`)
}
