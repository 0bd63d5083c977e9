/** PostgreSQL moves to another major version, as in docs/upgrading.md. */
import { programsOf } from '../database-machines.ts'
import { primaryOf, untilWhole } from '../primary.ts'
import { standbysOf, type Fault, type Scene } from './fault.ts'

const DATA = '/var/lib/postgresql/twofold'

/**
 * The Debian root has only one version, so both are the same. As with another one, the server gets
 * a new identifier, timeline, and WAL.
 */
async function upgradePostgres(scene: Scene): Promise<void> {
  const { cluster, journey } = scene
  const { place, databases } = cluster
  const primary = await primaryOf(place)
  const machineOf = (name: string) => {
    const machine = databases.get(name)
    if (machine) return machine
    throw new Error(`there is no ${name}`)
  }
  const machine = machineOf(primary)
  const standbys = (await standbysOf(scene)).map(machineOf)
  await journey.begin()
  for (const { patroni } of [...standbys, machine]) await patroni.end('SIGTERM')
  const programs = programsOf(place.root)
  await machine.shell(`
    cd /var/lib/postgresql
    ${programs}/initdb --pgdata=${DATA}-new --username=postgres --auth-local=peer \\
      --auth-host=scram-sha-256 --data-checksums --encoding=UTF8 --locale-provider=builtin \\
      --builtin-locale=C.UTF-8 --locale=C
    ${programs}/pg_upgrade --old-datadir=${DATA} --new-datadir=${DATA}-new --link \\
      --old-bindir=${programs} --new-bindir=${programs} --username=postgres
    mv ${DATA} ${DATA}-old
    mv ${DATA}-new ${DATA}`)
  await machine.etcdctl('del', '/service/twofold/initialize')
  machine.patroni.start()
  for (const { patroni, shell } of standbys) {
    await shell(`rm -r ${DATA}`)
    patroni.start()
  }
  await untilWhole(place)
  await machine.archive('stanza-upgrade')
  await machine.archive('backup', '--type=full')
  await machine.shell(`rm -r ${DATA}-old`)
  await journey.end()
}

/** Most of it is the copying of two standbys, because commits wait for one of them. */
const PAUSE_MS = 120_000

export const upgradeFaults: readonly Fault[] = [
  { name: 'upgrade-postgresql', counts: [1, 3], pauseMs: PAUSE_MS, play: upgradePostgres },
]
