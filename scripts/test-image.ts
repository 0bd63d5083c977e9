import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { readOptions } from '../src/terminal/tool.ts'
import { checkImages, type Image } from './image-checks.ts'

// `npm run test:image`: builds the image and the demo image with buildah, and runs both as in
// production: another user, a read-only root, /tmp in memory. Needs root, buildah, and debootstrap
// (or --base and --runtime with existing images). Otherwise it reports that it didn't run.

const root = fileURLToPath(new URL('..', import.meta.url))
const work = join(tmpdir(), 'twofold-image')
const MAX_MEGABYTES = 260

const given = readOptions({
  usage: 'Usage: npm run test:image [-- --base IMAGE --runtime IMAGE]',
  options: { base: { type: 'string' }, runtime: { type: 'string' } },
}).values

const has = (program: string): boolean =>
  spawnSync('sh', ['-c', `command -v ${program}`]).status === 0

function notRun(why: string): never {
  process.stdout.write(`test:image: not run (${why})\n`)
  process.exit(0)
}

/** Runs a command to its end and returns its output. Throws if it fails. */
function run(command: string, ...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  if (status === 0) return stdout.trim()
  throw new Error(`${command} ${args.slice(0, 4).join(' ')} failed:\n${stdout}\n${stderr}`)
}

const storage = ['--root', join(work, 'storage'), '--runroot', join(work, 'run')]
const buildah = (command: string, ...args: string[]): string =>
  run('buildah', ...storage, command, ...args)

// A company's proxy may sign with its own certificate, which this machine already trusts.
const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt'

/** Commits a root file system as an image. */
function commit(image: string, from: string, copies: [from: string, to: string][]): void {
  const container = buildah('from', '--pull-never', from)
  for (const [source, target] of copies) buildah('copy', container, source, target)
  if (from !== 'scratch') {
    buildah('config', '--env', `NODE_EXTRA_CA_CERTS=${CERTIFICATES}`, container)
  }
  buildah('commit', '--rm', container, image)
}

/** Debian's base from the machine's own mirror, and the same with this Node and npm. */
function makeBases(): { base: string; runtime: string } {
  const [base, runtime] = ['localhost/twofold-base', 'localhost/twofold-runtime']
  const known = buildah('images', '--format', '{{.Name}}')
  if (!known.includes(runtime)) {
    const target = join(work, 'debian')
    const mirrors = run('apt-get', 'indextargets', '--format', '$(REPO_URI)')
    const mirror = mirrors.split('\n').find((uri) => /\/debian\/?$/.test(uri)) ?? ''
    run('debootstrap', '--variant=minbase', 'trixie', target, mirror)
    for (const each of [
      'usr/share/doc',
      'usr/share/man',
      'usr/share/locale',
      'var/lib/apt/lists',
    ]) {
      rmSync(join(target, each), { recursive: true, force: true })
    }
    rmSync(join(target, 'var/cache/apt'), { recursive: true, force: true })
    commit(runtime, 'scratch', [[target, '/']])
    rmSync(target, { recursive: true })
  }
  if (!known.includes(base)) {
    const npm = dirname(dirname(realpathSync(run('sh', '-c', 'command -v npm'))))
    const programs = mkdtempSync(join(work, 'npm-'))
    run('ln', '-s', '/usr/local/lib/node_modules/npm/bin/npm-cli.js', join(programs, 'npm'))
    commit(base, runtime, [
      [npm, '/usr/local/lib/node_modules/npm'],
      [realpathSync(process.execPath), '/usr/local/bin/node'],
      [programs, '/usr/local/bin'],
      [CERTIFICATES, CERTIFICATES],
    ])
  }
  return { base, runtime }
}

function build(target: string, { base, runtime }: { base: string; runtime: string }): string {
  const startMs = performance.now()
  const image = `localhost/twofold-${target}`
  const cache = join(work, 'npm-cache')
  mkdirSync(cache, { recursive: true })
  const args = ['--isolation', 'chroot', '--layers', '--pull-never', '--format', 'docker']
  args.push('--build-arg', `BASE=${base}`, '--build-arg', `RUNTIME=${runtime}`)
  args.push('--volume', `${cache}:/root/.npm`, '--target', target, '--tag', image, '.')
  const { status } = spawnSync('buildah', [...storage, 'bud', ...args], {
    cwd: root,
    stdio: 'inherit',
  })
  if (status !== 0) throw new Error(`${image} was not built`)
  const seconds = Math.round((performance.now() - startMs) / 1_000)
  process.stdout.write(`built ${image} in ${seconds} s\n`)
  return image
}

const inspected = z.object({
  Docker: z.object({
    config: z.object({
      Env: z.array(z.string()),
      Cmd: z.array(z.string()),
      User: z.literal('10001:10001'),
      StopSignal: z.literal('SIGTERM'),
      Labels: z.object({ 'org.opencontainers.image.title': z.string() }),
      Healthcheck: z.object({ Test: z.tuple([z.literal('CMD')], z.string()) }),
    }),
  }),
})

/** Mounts an image's file system, and passes it on with the image's own settings. */
async function withImage<T>(name: string, use: (image: Image) => Promise<T>): Promise<T> {
  const json: unknown = JSON.parse(buildah('inspect', '--type', 'image', name))
  const { Env: env, Cmd: command, User: user } = inspected.parse(json).Docker.config
  const container = buildah('from', '--pull-never', name)
  try {
    return await use({ files: buildah('mount', container), env, command, user })
  } finally {
    buildah('umount', container)
    buildah('rm', container)
  }
}

const megabytes = (files: string): number =>
  Math.round(Number(run('du', '-sb', files).split('\t')[0]) / 1_000_000)

async function main(): Promise<void> {
  if (process.getuid?.() !== 0) notRun('building as another user than root is not supported')
  if (!has('buildah')) notRun('buildah is not installed')
  mkdirSync(work, { recursive: true })
  chmodSync(work, 0o711)
  const { base, runtime } = given
  const isGiven = base !== undefined && runtime !== undefined
  if (!isGiven && !(has('debootstrap') && existsSync('/usr/bin/apt-get'))) {
    notRun('neither --base and --runtime nor debootstrap are there')
  }
  const bases = isGiven ? { base, runtime } : makeBases()
  const production = build('production', bases)
  const demo = build('demo', bases)
  await withImage(production, async (image) => {
    const size = megabytes(image.files)
    process.stdout.write(`${production}: ${size} MB, at most ${MAX_MEGABYTES}\n`)
    if (size > MAX_MEGABYTES) throw new Error('the image is too large')
    await withImage(demo, async (demoImage) => {
      process.stdout.write(`${demo}: ${megabytes(demoImage.files)} MB\n`)
      await checkImages(image, demoImage)
    })
  })
  process.stdout.write('test:image: passed\n')
}

await main()
