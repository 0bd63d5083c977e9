import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { buildVerify } from './verifier/build-verify.ts'
import { compressFiles } from './compress.ts'
import { VISITORS } from '../react-router.config.ts'
import { inlineManifest } from './inline-manifest.ts'
import { putTextsFirst } from './texts-first.ts'
import { writeWorker } from './write-worker.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const stamp = join(root, 'build/inputs.sha256')

// All sources of the web app. We compare contents, not times, so a fresh checkout of the same
// commit has the same build.
const folders = [
  'src/web',
  'src/contract',
  'src/domain',
  'src/proof',
  'src/verify',
  'src/tron',
  'src/server/cli/node-check',
  'scripts/verifier',
  'public',
]
const files = [
  'vite.config.ts',
  'vite.console.config.ts',
  'react-router.config.ts',
  'lingui.config.ts',
  'lingui.console.config.ts',
  'lingui.members.config.ts',
  'scripts/messages.ts',
  'scripts/compress.ts',
  'scripts/inline-manifest.ts',
  'scripts/texts-first.ts',
  'scripts/write-worker.ts',
  // What a page may do is stored together with it.
  'src/server/http/security-headers.ts',
  'src/server/cli/verify-proof.ts',
  'src/server/cli/print-checks.ts',
  'src/server/cli/verifier-texts.ts',
  'src/server/language/verifier-catalogs.ts',
  'package-lock.json',
  'tsconfig.json',
]

// A pipe takes only so much of an error at the exit, and the reason is at the end.
const MAX_OUTPUT = 20_000

type Builder = { name: string; package: string; program: string; args: string[] }

// The members' app and the operators' console are two builds that share sources and no file.
const builders: Builder[] = [
  { name: 'web app', package: '@react-router/dev', program: 'bin.cjs', args: ['build'] },
  {
    name: 'console',
    package: 'vite',
    program: 'bin/vite.js',
    args: ['build', '--config', 'vite.console.config.ts'],
  },
]

/** Builds the web app and the console if `build/` is missing or comes from other sources. */
export async function buildWeb(): Promise<void> {
  const inputs = hashInputs()
  const built = existsSync(stamp) ? readFileSync(stamp, 'utf8') : null
  if (built === inputs) return
  const why = built === null ? 'first start' : 'its sources changed'
  process.stdout.write(`Building the web app (${why})…\n`)
  const startMs = performance.now()
  await Promise.all(builders.map((builder) => runBuilder(builder, startMs)))
  await buildVerify(join(root, 'build/verify'))
  await inlineManifest(join(root, 'build/client'))
  await putTextsFirst(join(root, 'build/client'), VISITORS)
  await writeWorker(join(root, 'build/client'))
  await Promise.all(['client', 'console'].map((part) => compressFiles(join(root, 'build', part))))
  writeFileSync(stamp, inputs)
  process.stdout.write(`Built the web app in ${seconds(startMs)} s.\n`)
}

function hashInputs(): string {
  const hash = createHash('sha256')
  for (const path of [...files, ...folders.flatMap(filesOf)].filter(isThere)) {
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(root, path)))
      .update('\0')
  }
  return hash.digest('hex')
}

const isThere = (path: string): boolean => existsSync(join(root, path))

function filesOf(folder: string): string[] {
  if (!isThere(folder)) return []
  const entries = readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length))
    .sort()
}

/** Runs one builder and reports every few seconds that it is still working. */
function runBuilder(builder: Builder, startMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [findProgram(builder), ...builder.args], {
      cwd: root,
      env: { ...process.env, NODE_ENV: 'production' },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    const keep = (chunk: Buffer): void => void (output += chunk.toString('utf8'))
    child.stdout.on('data', keep)
    child.stderr.on('data', keep)
    const say = (): void => void process.stdout.write(`  ${builder.name} ${seconds(startMs)} s…\n`)
    const progress = setInterval(say, 2_000)
    const stop = (): void => void child.kill('SIGTERM')
    process.once('exit', stop)
    child.once('error', reject)
    child.once('exit', (code) => {
      clearInterval(progress)
      process.off('exit', stop)
      if (code === 0) resolve()
      else
        reject(new Error(`The ${builder.name} could not be built:\n${output.slice(-MAX_OUTPUT)}`))
    })
  })
}

function findProgram({ package: name, program, name: what }: Builder): string {
  try {
    const manifest = createRequire(join(root, 'package.json')).resolve(`${name}/package.json`)
    return fileURLToPath(new URL(`./${program}`, pathToFileURL(manifest)))
  } catch (error) {
    const hint = 'Run `npm ci` (with development packages), or build before removing them.'
    throw new Error(`The ${what} must be built and its builder is missing. ${hint}`, {
      cause: error,
    })
  }
}

const seconds = (startMs: number): string => ((performance.now() - startMs) / 1_000).toFixed(1)
