/** Writing a snapshot of the state, and starting from it. */
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import type { Memory } from '../src/server/book/state/catch-up.ts'
import { openSnapshots } from '../src/server/book/snapshot/snapshots.ts'
import type { BenchDatabase } from './database.ts'
import { secondsOf } from './measure.ts'
import { hold, note } from './report.ts'

const ROUNDS = 3

/** Records the slowest of a few rounds. */
export async function measureSnapshot(
  database: BenchDatabase,
  memory: Memory,
  wasQuiet = true,
): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'twofold-snapshot-'))
  try {
    const options = { directory, connectionString: database.url, log: pino({ level: 'warn' }) }
    const open = () => openSnapshots({ ...options, db: database.db })
    note('snapshot: written and flushed', await secondsOf(() => open().save(memory)), 's')
    const [name = ''] = await readdir(directory)
    note('snapshot: size', (await stat(join(directory, name))).size / 1e6, 'MB')
    const loads: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      loads.push(
        await secondsOf(async () => {
          const loaded = await open().load()
          if (loaded?.seq !== memory.seq) throw new Error('the snapshot was not used')
        }),
      )
    }
    const target = { atMost: 0.5 }
    hold('snapshot: seconds to start from it', Math.max(...loads), target, wasQuiet)
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}
