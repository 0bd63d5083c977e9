import { parseArgs, type ParseArgsConfig } from 'node:util'

type Options = NonNullable<ParseArgsConfig['options']>
/** The options that take one value. */
type Single<T extends Options> = {
  [Name in keyof T & string]: T[Name] extends { type: 'string'; multiple?: false } ? Name : never
}[keyof T & string]

type Parsed<T extends Options> = ReturnType<
  typeof parseArgs<{ options: T; allowPositionals: true }>
> & {
  /** The value of an option that the command needs. Throws WrongUsage if it is missing or blank. */
  readonly need: (name: Single<T>) => string
}

type CommandLine<T extends Options> = {
  /** How to call the tool: what `--help` prints, and what follows a mistake. */
  readonly usage: string
  readonly options: T
  /** How many words besides options it takes; none by default. */
  readonly words?: number
  readonly args?: string[]
}

/** The exit code after a wrong command line. The tool did nothing. */
const WRONG_USAGE = 2

/** The command line is wrong. The message says what is wrong, then how to call the tool. */
export class WrongUsage extends Error {
  override name = 'WrongUsage'
  constructor(what: string, usage: string) {
    super(`${what}\n${usage.trimEnd()}`)
  }
}

/** Parses a command line. Throws WrongUsage. */
export function parseOptions<T extends Options>(line: CommandLine<T>): Parsed<T> {
  const { usage, options, words = 0, args = process.argv.slice(2) } = line
  try {
    const parsed = parseArgs({ args, options, allowPositionals: true })
    const extra = parsed.positionals[words]
    if (extra !== undefined) throw new WrongUsage(`Unexpected argument '${extra}'.`, usage)
    const values: Readonly<Record<string, unknown>> = parsed.values
    const need = (name: Single<T>): string => {
      const value = values[name]
      if (typeof value === 'string' && value.trim() !== '') return value
      throw new WrongUsage(`--${name} is missing.`, usage)
    }
    return { ...parsed, need }
  } catch (error) {
    const code = error instanceof TypeError && 'code' in error ? String(error.code) : ''
    if (!(error instanceof Error) || !code.startsWith('ERR_PARSE_ARGS')) throw error
    throw new WrongUsage(firstSentence(error.message), usage)
  }
}

/** The tool's command: its first word. Throws WrongUsage if that isn't one of these. */
export function commandOf<Command extends string>(
  [given]: readonly string[],
  commands: readonly Command[],
  usage: string,
): Command {
  const command = commands.find((each) => each === given)
  if (command !== undefined) return command
  throw new WrongUsage(
    given === undefined ? 'Which command?' : `There is no command '${given}'.`,
    usage,
  )
}

/** Node then says how to pass such a word that isn't an option. */
const firstSentence = (text: string): string => text.replace(/\. .*$|\n.*$|\.?$/s, '.')

function end({ message }: WrongUsage): never {
  process.stderr.write(`${message}\n`)
  process.exit(WRONG_USAGE)
}

/** Ends the process, before its work, because of a word that `readOptions` can't judge. */
export const refuseUsage = (what: string, usage: string): never => end(new WrongUsage(what, usage))

/** Ends the process if its command line is wrong. */
function orEnd<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof WrongUsage)) throw error
    return end(error)
  }
}

/**
 * Reads a tool's command line. Ends the process if it is wrong, or asks how to call the tool
 * (`--help`).
 */
export function readOptions<T extends Options>(line: CommandLine<T>): Parsed<T> {
  const args = line.args ?? process.argv.slice(2)
  if (args.includes('--help') || args.includes('-h')) {
    process.stdout.write(`${line.usage.trimEnd()}\n`)
    process.exit(0)
  }
  return orEnd(() => parseOptions(line))
}

/** Reads the command line of a tool with commands, as `readOptions` does. */
export function readCommand<T extends Options, Command extends string>(
  line: CommandLine<T> & { readonly commands: readonly Command[] },
): Parsed<T> & { readonly command: Command } {
  const parsed = readOptions(line)
  const command = orEnd(() => commandOf(parsed.positionals, line.commands, line.usage))
  return { ...parsed, command }
}

type ErrorClass = abstract new (...args: never[]) => Error

/** Errors of the system that a person at the terminal can fix. */
const causes: Readonly<Record<string, string>> = {
  EACCES: 'This user may not use it. Change its permissions, or run this as another user.',
  EADDRINUSE: 'Another program listens there. Stop it, or use another port.',
  EADDRNOTAVAIL: 'This machine has no such address.',
  EDQUOT: 'This user may not take up more of the disk.',
  EEXIST: 'It already exists. Name another one.',
  EFBIG: 'A file of this user may not be so large. Raise the limit, `ulimit -f`.',
  EISDIR: 'It is a folder. Name a file.',
  ENOENT: 'There is no such file or folder.',
  ENOSPC: 'No space is left on the disk.',
  ENOTDIR: 'A part of its path is a file, and not a folder.',
  ENOTFOUND: 'There is no machine with this name.',
  EPERM: 'This user may not use it. Change its permissions, or run this as another user.',
  EROFS: 'It is on a read-only file system.',
}

/** The sentence for such an error, which begins with what it is about; null for other errors. */
export function systemSentence(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error) || !('syscall' in error)) return null
  const cause = causes[String(error.code)]
  if (cause === undefined) return null
  return `${subjectOf(error)}: ${cause}`
}

function subjectOf(error: Error): string {
  const field = (name: string): string => {
    const value: unknown = Object.getOwnPropertyDescriptor(error, name)?.value
    return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
  }
  const [path, address, port] = [field('path'), field('address'), field('port')]
  if (path !== '') return path
  if (address !== '') return port === '' ? address : `${address}:${port}`
  // Node doesn't know the file's name once it is open.
  return field('hostname') || `Can't ${field('syscall')} a file`
}

const messageOf = (error: unknown, kinds: readonly ErrorClass[]): string | null =>
  error instanceof Error && kinds.some((kind) => error instanceof kind) ? error.message : null

/**
 * Runs a tool's work. After an error that a person can fix, prints its message without a stack, and
 * exits with 1, or with 2 if the command line is wrong.
 * @param refusals the tool's own errors of this kind
 */
export async function runTool(
  refusals: readonly ErrorClass[],
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work()
  } catch (error) {
    const sentence = systemSentence(error) ?? messageOf(error, [WrongUsage, ...refusals])
    if (sentence === null) throw error
    process.stderr.write(`${sentence}\n`)
    // A server or a timer that is still open must not keep the process.
    process.exit(error instanceof WrongUsage ? WRONG_USAGE : 1)
  }
}
