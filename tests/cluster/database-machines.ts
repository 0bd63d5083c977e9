/** db1, db2, and db3: etcd, Patroni, and PostgreSQL, with the files of `deploy/ha`. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Machine } from './network.ts'
import { processesOf } from './network.ts'
import { setOwnClock } from './clock/own-clock.ts'
import { makeProgram, runToEnd, type Mounts, type Program } from './program.ts'

export const DATABASE_MACHINES = ['db1', 'db2', 'db3'] as const

/** Only inside this test's own network. */
export const PASSWORD = 'cluster-test'

/** Visible to every program of the Debian root. */
export type Place = {
  readonly root: string
  /** Where the machines keep their data. */
  readonly folder: string
  /** `deploy/ha`. */
  readonly kit: string
  readonly machines: ReadonlyMap<string, Machine>
}

/** Replaces the root's folders with a machine's own, and adds the files of `deploy/ha`. */
export function mountsOf(
  { folder, kit }: Place,
  machine: string,
  owned: readonly string[],
): Mounts {
  const own = owned.map((path) => {
    const from = join(folder, machine, path.replaceAll('/', '_'))
    mkdirSync(from, { recursive: true })
    return [from, path] as const
  })
  return [
    ['/proc', '/proc'],
    ['/dev', '/dev'],
    ['/dev/shm', '/dev/shm'],
    [kit, '/etc/twofold/ha'],
    [join(folder, 'hosts'), '/etc/hosts'],
    ...own,
  ]
}

/** Creates the mount points in the root, and the table of names. */
export function preparePlace({ root, folder, machines }: Place): void {
  const places = [
    'etc/twofold/ha',
    'etc/twofold/pgbouncer',
    'etc/twofold/site',
    'etc/twofold/clock',
    'var/lib/pgbackrest',
    'var/lib/etcd',
    'opt/twofold',
  ]
  for (const path of places) mkdirSync(join(root, path), { recursive: true })
  const lines = [...machines.values()].map(({ name, address }) => `${address} ${name}`)
  writeFileSync(join(folder, 'hosts'), `127.0.0.1 localhost\n${lines.join('\n')}\n`)
  for (const file of ['hosts', 'patroni_env.conf']) writeFileSync(join(root, 'etc', file), '')
}

/** Changes owners by the root's user names. */
export function giveTo(root: string, user: string, path: string): void {
  const entry = readFileSync(join(root, 'etc/passwd'), 'utf8')
    .split('\n')
    .find((line) => line.startsWith(`${user}:`))
  const [, , uid = '', gid = ''] = entry?.split(':') ?? []
  execFileSync('chown', ['-R', `${uid}:${gid}`, path])
}

export const environmentOf = (path: string): Record<string, string> =>
  Object.fromEntries(
    readFileSync(path, 'utf8')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => {
        const [name = '', ...value] = line.split('=')
        return [name, value.join('=')] as const
      }),
  )

export type DatabaseMachine = {
  readonly name: string
  readonly etcd: Program
  readonly patroni: Program
  /** Runs a shell script as the system user postgres. Throws if it fails. */
  shell(script: string): Promise<string>
  /** Runs pgBackRest with these arguments. Throws if it fails. */
  archive(...words: string[]): Promise<string>
  /** The same with patronictl. */
  patronictl(...words: string[]): Promise<string>
  /** The same with etcdctl. */
  etcdctl(...words: string[]): Promise<string>
  /** Changes the password of Patroni's API in its settings, which Patroni reads when it starts. */
  changeApiPassword(password: string): void
  /**
   * Sets how far its clock is ahead; null for the right time. A Patroni that started with the right
   * time has to start again. etcd keeps the right time, because it only measures intervals.
   */
  setClock(aheadSeconds: number | null): void
  /** Empties its disks, as on a new machine, which joins an etcd that runs. */
  renew(): void
}

const PGBACKREST = ['pgbackrest', '--config=/etc/twofold/ha/pgbackrest.conf', '--stanza=twofold']

/** Debian keeps PostgreSQL's programs in a folder named after the version. */
export function programsOf(root: string): string {
  const [version = ''] = readdirSync(join(root, 'usr/lib/postgresql'))
  return `/usr/lib/postgresql/${version}/bin`
}

/** The file with a machine's settings of Patroni. */
export const settingsOf = ({ folder }: Place, name: string): string =>
  join(folder, name, 'patroni_env.conf')

/** Programs with these variables, and all that they start, go by the clock in a file. */
const OWN_CLOCK = {
  LD_PRELOAD: '/etc/twofold/clock/own-clock.so',
  OWN_CLOCK: '/etc/twofold/clock/ahead',
}

/** Settings of Patroni, as in docs/operations.md. */
function writeSettings(path: string, name: string, apiPassword = PASSWORD): void {
  const lines = [
    `PATRONI_NAME=${name}`,
    `PATRONI_RESTAPI_CONNECT_ADDRESS=${name}:8008`,
    `PATRONI_POSTGRESQL_CONNECT_ADDRESS=${name}:5432`,
    `PATRONI_RESTAPI_PASSWORD=${apiPassword}`,
    `PATRONI_SUPERUSER_PASSWORD=${PASSWORD}`,
    `PATRONI_REPLICATION_PASSWORD=${PASSWORD}`,
    `PATRONI_REWIND_PASSWORD=${PASSWORD}`,
    `PGBACKREST_REPO1_CIPHER_PASS=${PASSWORD}`,
  ]
  writeFileSync(path, `${lines.join('\n')}\n`, { mode: 0o600 })
}

export function makeDatabaseMachine(place: Place, name: string): DatabaseMachine {
  const { root, folder, kit } = place
  const owned = ['/var/lib/postgresql', '/var/lib/etcd', '/run', '/tmp']
  const backups = join(folder, 'backups')
  mkdirSync(backups, { recursive: true })
  const settings = settingsOf(place, name)
  const clock = join(folder, name, 'clock')
  mkdirSync(clock, { recursive: true })
  const mounts: Mounts = [
    ...mountsOf(place, name, owned),
    [backups, '/var/lib/pgbackrest'],
    [settings, '/etc/patroni_env.conf'],
    [clock, '/etc/twofold/clock'],
  ]
  mkdirSync(join(folder, name, '_run/postgresql'), { recursive: true })
  writeSettings(settings, name)
  for (const path of [join(folder, name), backups]) giveTo(root, 'postgres', path)
  const programRoot = { path: root, user: 'postgres:postgres', mounts }
  const base = { machine: name, root: programRoot }
  const path = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'
  const own = () => ({
    PATH: path,
    ...environmentOf(settings),
    PATRONI_POSTGRESQL_BIN_DIR: programsOf(root),
    LC_ALL: 'C.UTF-8',
    ...(hasOwnClock && OWN_CLOCK),
  })
  let isNew = false
  let hasOwnClock = false
  return {
    name,
    etcd: makeProgram({
      ...base,
      name: `etcd of ${name}`,
      logFile: join(folder, 'log', `${name}-etcd.log`),
      env: () => ({
        PATH: path,
        ...environmentOf(join(kit, 'etcd.env')),
        ...(isNew && { ETCD_INITIAL_CLUSTER_STATE: 'existing' }),
        ETCD_NAME: name,
        ETCD_ADVERTISE_CLIENT_URLS: `http://${name}:2379`,
        ETCD_INITIAL_ADVERTISE_PEER_URLS: `http://${name}:2380`,
      }),
      command: ['etcd'],
    }),
    patroni: makeProgram({
      ...base,
      name: `Patroni of ${name}`,
      logFile: join(folder, 'log', `${name}-patroni.log`),
      env: own,
      command: ['patroni', '/etc/twofold/ha/patroni.yml'],
    }),
    shell: (script) =>
      runToEnd({
        ...base,
        name: `a script on ${name}`,
        logFile: join(folder, 'log', `${name}-script.log`),
        env: own,
        command: ['sh', '-ec', script],
      }),
    patronictl: (...words) =>
      runToEnd({
        ...base,
        name: `patronictl of ${name}`,
        logFile: join(folder, 'log', `${name}-patronictl.log`),
        env: { PATH: path, LC_ALL: 'C.UTF-8' },
        command: ['sh', '/etc/twofold/ha/patronictl.sh', ...words],
      }),
    etcdctl: (...words) =>
      runToEnd({
        ...base,
        name: `etcdctl of ${name}`,
        logFile: join(folder, 'log', `${name}-etcdctl.log`),
        env: { PATH: path },
        command: ['etcdctl', ...words],
      }),
    changeApiPassword: (password) => writeSettings(settings, name, password),
    setClock(aheadSeconds) {
      hasOwnClock = aheadSeconds !== null
      setOwnClock(clock, aheadSeconds ?? 0)
    },
    renew() {
      for (const disk of ['_var_lib_etcd', '_var_lib_postgresql']) {
        const place = join(folder, name, disk)
        for (const entry of readdirSync(place)) rmSync(join(place, entry), { recursive: true })
      }
      isNew = true
    },
    archive: (...words) =>
      runToEnd({
        ...base,
        name: `pgBackRest of ${name}`,
        logFile: join(folder, 'log', `${name}-pgbackrest.log`),
        env: own,
        command: [...PGBACKREST, ...words],
      }),
  }
}

export function startMachine({ etcd, patroni }: DatabaseMachine): void {
  etcd.start()
  patroni.start()
}

/** Ends everything on a machine like a power cut. */
export function cutPower(name: string): void {
  for (const pid of processesOf(name)) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // It ended between the listing and the signal.
    }
  }
}

/** The processes of a machine that run one program. */
export function processesNamed(machine: string, program: string): number[] {
  return processesOf(machine).filter((pid) => {
    try {
      return readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === program
    } catch {
      return false
    }
  })
}

/** A machine's postmaster, to crash it. */
export function postmasterOf({ folder }: Place, name: string): number {
  const path = join(folder, name, '_var_lib_postgresql/twofold/postmaster.pid')
  return Number(readFileSync(path, 'utf8').split('\n')[0])
}
