/** The cost of waiting for one of two standbys. All three servers share this machine. */
import { migrate } from '../../src/db/migrate.ts'
import { openKysely, openPool } from '../../src/db/pool.ts'
import { openCluster } from '../../tests/support/replication/standby.ts'
import { until } from '../../tests/support/poll.ts'
import { endServerWithUs } from '../processes/children.ts'
import { enroll, measureActivations, openBenchBook } from '../book.ts'
import { hold, note } from '../report.ts'
import { isQuiet } from './quiet.ts'

const ROUNDS = 3
const BURST = 5_000

export async function measureQuorum(): Promise<void> {
  const cluster = await openCluster({ isDurable: true })
  try {
    const primary = await cluster.primary()
    endServerWithUs(primary.dataDir)
    const pool = openPool({ connectionString: primary.url, name: 'bench' })
    await migrate(pool)
    endServerWithUs((await cluster.standbyOf(primary)).dataDir)
    endServerWithUs((await cluster.standbyOf(primary)).dataDir)
    const wait = async (names: string): Promise<void> => {
      await primary.query(`alter system set synchronous_standby_names = '${names}'`)
      await primary.query('select pg_reload_conf()')
      await until('two standbys', async () => {
        const [row] = await primary.query('select count(*)::int as n from pg_stat_replication')
        return row?.n === 2
      })
    }
    const book = await openBenchBook(openKysely(pool), pool)
    const quiet: boolean[] = []
    const run = async (names: string): Promise<number> => {
      await wait(names)
      const ready = await enroll(
        book,
        Array.from({ length: BURST }, () => 1),
      )
      quiet.push(await isQuiet())
      return await measureActivations(book, ready)
    }
    await run('')
    const rates = { async: [] as number[], quorum: [] as number[] }
    for (let round = 0; round < ROUNDS; round++) {
      rates.async.push(await run(''))
      rates.quorum.push(await run('ANY 1 (*)'))
    }
    quiet.push(await isQuiet())
    await book.close()
    await pool.end()
    note('without waiting: activations per second', median(rates.async), '/s')
    note('with one of two standbys: activations per second', median(rates.quorum), '/s')
    const ratio = median(rates.quorum) / median(rates.async)
    hold('waiting for one of two standbys', ratio, { atLeast: 0.7 }, !quiet.includes(false))
  } finally {
    await cluster.close()
  }
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
