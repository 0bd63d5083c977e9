import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { stopEmbedded } from '../../src/db/embedded/embedded.ts'
import { copyBlankCluster } from './start/blank-cluster.ts'
import { endWithParent } from './start/with-parent.ts'
import { until } from './poll.ts'
import { freePort } from './ports.ts'
import { scratchDirectory } from './run-directory.ts'
import { programEnv } from './run-program.ts'

export type ProductOptions = {
  /** Additional variables, or replacements for those set here. */
  env?: Record<string, string>
  /**
   * An existing directory to start a second product on. Otherwise a new one, removed at the end.
   */
  dataDir?: string
  readyMs?: number
  /** The program of another checkout. */
  main?: string
  /** Whether it creates its own database cluster. Otherwise it gets an unused copy. */
  makesCluster?: boolean
}

export type Product = {
  url: string
  devnetUrl: string
  mailboxUrl: string
  dataDir: string
  /** The settings of the process, to start another one like it. */
  env: Record<string, string>
  operator: { username: string; password: string }
  /** All output since the start. */
  output(): string
  pid(): number
  /** Only SIGKILL, without cleaning up its children. */
  kill(): Promise<void>
  /** Sends a signal as from a terminal. Resolves with the exit code. */
  signal(signal: NodeJS.Signals): Promise<number | null>
  /** Restarts it with the same data and ports, and waits until it is ready. */
  start(): Promise<void>
  /** Stops everything, including the embedded database, and removes the data directory. */
  remove(): Promise<void>
}

const ownMain = fileURLToPath(new URL('../../src/server/app/main.ts', import.meta.url))

/** Starts the whole product in its own process, on free ports and with its own data directory. */
export async function startProduct(options: ProductOptions = {}): Promise<Product> {
  const dataDir =
    options.dataDir ?? (await mkdtemp(join(await scratchDirectory(), 'twofold-product-')))
  await mkdir(dataDir, { recursive: true })
  const isOwn = options.dataDir === undefined && options.env?.DATABASE_URL === undefined
  if (isOwn && !options.makesCluster) await copyBlankCluster(dataDir)
  const [web, devnet, smtp] = [await freePort(), await freePort(), await freePort()]
  const env: Record<string, string> = {
    DATA_DIR: dataDir,
    PORT: String(web),
    DEVNET_PORT: String(devnet),
    SMTP_PORT: String(smtp),
    RATE_LIMITS: 'off',
    ...(options.env?.NODE_ENV === 'production' ? {} : { AUTH_COST: 'low' }),
    ...options.env,
  }
  const run = new Run(env, dataDir, options)
  const remove = async (): Promise<void> => {
    await run.kill()
    await stopEmbedded(dataDir)
    if (options.dataDir === undefined) await rm(dataDir, { recursive: true, force: true })
  }
  try {
    await run.start()
  } catch (error) {
    // A second instance must not take down the first one's database.
    if (options.dataDir === undefined) await remove()
    throw error
  }
  const url = `http://localhost:${env.PORT}`
  return {
    url,
    devnetUrl: env.TRON_API_URL ?? `http://127.0.0.1:${env.DEVNET_PORT}`,
    mailboxUrl: `${url}/dev/mailbox/messages`,
    dataDir,
    env,
    operator: readOperator(env, dataDir),
    output: () => run.output,
    pid: () => run.child?.pid ?? -1,
    kill: () => run.kill(),
    signal: (signal) => run.signal(signal),
    start: () => run.start(),
    remove,
  }
}

class Run {
  child: ChildProcess | undefined
  output = ''
  private readonly env: Record<string, string>
  private readonly cwd: string
  private readonly main: string
  private readonly readyMs: number

  constructor(env: Record<string, string>, cwd: string, options: ProductOptions) {
    this.env = env
    this.cwd = cwd
    this.main = options.main ?? ownMain
    this.readyMs = options.readyMs ?? 60_000
  }

  async start(): Promise<void> {
    // Its own working folder, so that a developer's .env doesn't affect the tests.
    const child = spawn(process.execPath, [...endWithParent, this.main], {
      cwd: this.cwd,
      env: { ...programEnv, ...this.env },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    })
    this.child = child
    this.output = ''
    const keep = (chunk: Buffer): void => void (this.output += chunk.toString('utf8'))
    child.stdout?.on('data', keep)
    child.stderr?.on('data', keep)
    const deadline = { deadlineMs: this.readyMs }
    await until('the product to be ready', () => this.isReadyOrOver(child), deadline)
    if (child.exitCode !== null) throw new Error(`The product did not start:\n${this.output}`)
  }

  private isReadyOrOver(child: ChildProcess): boolean {
    return child.exitCode !== null || /Ready in \d+ ms/.test(this.output)
  }

  async kill(): Promise<void> {
    await this.signal('SIGKILL')
  }

  async signal(signal: NodeJS.Signals): Promise<number | null> {
    const { child } = this
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return null
    const over = once(child, 'exit')
    child.kill(signal)
    await over
    return child.exitCode
  }
}

function readOperator(env: Record<string, string>, dataDir: string) {
  if (env.OPERATOR_USERNAME !== undefined && env.OPERATOR_PASSWORD !== undefined) {
    return { username: env.OPERATOR_USERNAME, password: env.OPERATOR_PASSWORD }
  }
  const text = readFileSync(join(dataDir, 'secrets.json'), 'utf8')
  const { operatorPassword } = JSON.parse(text) as { operatorPassword: string }
  return { username: 'operator', password: operatorPassword }
}
