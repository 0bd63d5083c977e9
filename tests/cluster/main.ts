/**
 * `npm run test:cluster`: runs the files of `deploy/ha` and the product's processes on separate
 * machines, under load, while machines fail. Needs Linux, root, and debootstrap.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { makeSiteCertificate } from './balancer.ts'
import { CannotRun, debianRoot, requireMachine, versionsOf } from './debian-root.ts'
import { readClusterOptions, type Options } from './options.ts'
import { runFaults } from './run-faults.ts'

const say = (text: string): void => void process.stdout.write(`${text}\n`)

const cacheFolder = process.env.DATA_DIR ?? join(tmpdir(), 'twofold-cluster')
const root = join(cacheFolder, 'debian')

/** Builds everything that needs the internet, then runs itself again without it. */
async function outside(): Promise<number> {
  try {
    requireMachine()
    debianRoot(cacheFolder, say)
    process.env.NODE_EXTRA_CA_CERTS = makeSiteCertificate(root)
  } catch (error) {
    if (!(error instanceof CannotRun)) throw error
    say(`test:cluster: not run (${error.message})`)
    return 0
  }
  // Runs in its own namespaces: however this ends, the kernel ends the cluster with it. The shell
  // is their first process, which collects crashed servers without parents.
  const isolated = ['--net', '--mount', '--pid', '--fork', '--kill-child', '--mount-proc']
  const reaping = ['sh', '-c', '"$@" & wait $!', 'sh']
  const self = [process.execPath, fileURLToPath(import.meta.url), '--inside']
  const words = [...isolated, ...reaping, ...self, ...process.argv.slice(2)]
  // If something kills us, the kernel ends that one, too.
  const child = spawn('setpriv', ['--pdeathsig', 'KILL', 'unshare', ...words], { stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => child.kill('SIGKILL'))
  }
  await once(child, 'exit')
  return child.exitCode ?? 1
}

async function inside(options: Options): Promise<number> {
  mkdirSync(cacheFolder, { recursive: true })
  const folder = mkdtempSync(join(cacheFolder, 'run-'))
  say(`${versionsOf(root)}; seed ${options.seed}`)
  const passed = await runFaults(root, folder, options, say)
  if (passed && !options.keep) rmSync(folder, { recursive: true, force: true })
  else say(`logs and data: ${folder}`)
  say(`test:cluster: ${passed ? 'passed' : 'FAILED'}`)
  return passed ? 0 : 1
}

const words = process.argv.slice(2)
const options = readClusterOptions(words.filter((word) => word !== '--inside'))
process.exit(words.includes('--inside') ? await inside(options) : await outside())
