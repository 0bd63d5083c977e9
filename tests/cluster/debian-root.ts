/** A Debian system in a folder, with the programs of `deploy/ha`. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

// Debian 13 (trixie) has PostgreSQL 17, which lacks `uuidv7()`.
const SUITE = 'testing'
const OLDEST_POSTGRESQL = 18
const PACKAGES = [
  'postgresql',
  'patroni',
  'python3-etcd',
  'etcd-server',
  // For etcdctl, which replaces a member.
  'etcd-client',
  'pgbouncer',
  'haproxy',
  'pgbackrest',
  // For promtool, which tests the alert rules.
  'prometheus',
]

/** Why this machine can't run a cluster. */
export class CannotRun extends Error {}

function run(command: string, ...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(command, args, {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  if (status === 0) return stdout.trim()
  throw new Error(`${command} ${args.slice(0, 3).join(' ')} failed:\n${stdout}\n${stderr}`)
}

const has = (program: string): boolean =>
  spawnSync('sh', ['-c', `command -v ${program}`]).status === 0

/** Throws CannotRun if the machine lacks something that the test needs. */
export function requireMachine(): void {
  if (process.platform !== 'linux') throw new CannotRun('it needs Linux')
  if (process.getuid?.() !== 0) throw new CannotRun('it needs root')
  for (const program of ['setpriv', 'unshare', 'ip', 'chroot', 'mount']) {
    if (!has(program)) throw new CannotRun(`${program} is not installed`)
  }
  const isolated = ['--net', '--mount', '--pid', '--fork', 'true']
  if (spawnSync('unshare', isolated).status !== 0) {
    throw new CannotRun('this machine allows no namespaces of its own')
  }
}

/** The mirror that this machine itself uses. */
function findMirror(): string {
  if (!has('debootstrap')) throw new CannotRun('debootstrap is not installed')
  if (!has('apt-get')) throw new CannotRun('this machine has no apt sources to take a mirror from')
  const uris = run('apt-get', 'indextargets', '--format', '$(REPO_URI)').split('\n')
  const mirror = uris.find((uri) => /\/debian\/?$/.test(uri))
  if (mirror === undefined) throw new CannotRun('the apt sources name no Debian mirror')
  return mirror
}

/** The root below a folder: the existing one, or a new one. */
export function debianRoot(folder: string, log: (text: string) => void): string {
  const root = join(folder, 'debian')
  // An earlier version built it without etcdctl.
  if (!existsSync(join(root, 'usr/bin/etcdctl'))) makeRoot(root, log)
  const versions = readdirSync(join(root, 'usr/lib/postgresql'))
  if (versions.some((version) => Number(version) >= OLDEST_POSTGRESQL)) return root
  const found = `${root} has PostgreSQL ${versions.join(', ')}`
  throw new CannotRun(`${found}, and the product needs ${OLDEST_POSTGRESQL}: delete the folder`)
}

function makeRoot(root: string, log: (text: string) => void): void {
  const mirror = findMirror()
  const draft = `${root}.new`
  const startMs = performance.now()
  rmSync(draft, { recursive: true, force: true })
  mkdirSync(draft, { recursive: true })
  try {
    build(draft, mirror)
    rmSync(root, { recursive: true, force: true })
  } catch (error) {
    const trouble = error instanceof Error ? error.message : String(error)
    throw new CannotRun(`no Debian root could be built: ${trouble.slice(-2_000)}`)
  }
  renameSync(draft, root)
  const seconds = Math.round((performance.now() - startMs) / 1_000)
  log(`built Debian ${SUITE} in ${seconds} s: ${versionsOf(root)}`)
}

function build(root: string, mirror: string): void {
  run('debootstrap', '--variant=minbase', SUITE, root, mirror)
  // Packages must start no services and create no databases.
  writeFileSync(join(root, 'usr/sbin/policy-rc.d'), '#!/bin/sh\nexit 101\n', { mode: 0o755 })
  mkdirSync(join(root, 'etc/postgresql-common'), { recursive: true })
  const common = join(root, 'etc/postgresql-common/createcluster.conf')
  writeFileSync(common, 'create_main_cluster = false\n')
  const install = `apt-get install --yes --no-install-recommends ${PACKAGES.join(' ')}`
  const inside = [
    'set -e',
    'mount --make-rprivate /',
    `mount -t proc proc ${root}/proc`,
    `mount --rbind /dev ${root}/dev`,
    `cp /etc/resolv.conf ${root}/etc/resolv.conf`,
    `DEBIAN_FRONTEND=noninteractive chroot ${root} sh -c '${install} && apt-get clean'`,
  ]
  run('unshare', '--mount', 'sh', '-c', inside.join('\n'))
}

/** The root's packages, as `package version`. */
export function versionsOf(root: string): string {
  const format = '${Package} ${Version}\\n'
  const names = ['postgresql-1*', 'patroni', 'etcd-server', 'pgbouncer', 'haproxy', 'pgbackrest']
  const lines = run('chroot', root, 'dpkg-query', '--show', `--showformat=${format}`, ...names)
  return lines
    .split('\n')
    .filter((line) => !line.endsWith(' '))
    .join(', ')
}
