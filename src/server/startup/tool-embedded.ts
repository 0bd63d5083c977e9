import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { startEmbedded, type Embedded } from '../../db/embedded/embedded.ts'
import { atSignals } from '../../terminal/at-signals.ts'
import { BadConfig } from '../config/config.ts'
import { DataDirInUse, lockDataDir } from './instance-lock.ts'

/** Lets a tool use the embedded server of a folder. Starts and stops it unless it already runs. */
export async function withEmbedded<T>(
  dataDir: string,
  work: (connectionString: string) => Promise<T>,
): Promise<T> {
  // Without its settings, a tool of a production installation would make an empty database here.
  if (!existsSync(join(dataDir, 'postgres/PG_VERSION'))) {
    throw new BadConfig(
      `There is no database in ${dataDir}. Run this with the settings of the product: ` +
        'set DATABASE_URL or DATA_DIR. docs/operations.md says how, "Run a tool".',
    )
  }
  const lock = await lockDataDir(dataDir).catch((error: unknown) => {
    if (error instanceof DataDirInUse) return null
    throw error
  })
  const starting = startEmbedded({ dataDir })
  const ending = lock === null ? null : stopAtSignals(starting)
  const embedded = await starting
  try {
    return await work(embedded.connectionString)
  } catch (error) {
    // The work failed because we stop its database. The process ends soon.
    if (ending?.aborted) await new Promise(() => {})
    throw error
  } finally {
    if (lock !== null) await embedded.stop()
    await lock?.release()
  }
}

/** Ctrl-C doesn't reach the server, which would run on. */
function stopAtSignals(starting: Promise<Embedded>): AbortSignal {
  const ending = new AbortController()
  atSignals(async () => {
    ending.abort()
    await (await starting).stop()
  })
  return ending.signal
}
