import { pino } from 'pino'
import { openKysely, openPool } from '../../../src/db/pool.ts'
import { productHooks } from '../../../src/server/app/batch-hooks.ts'
import { openBook } from '../../../src/server/book/book.ts'
import { configOf } from '../../../src/server/config/read-config.ts'
import { invite } from '../../../src/server/imports/invite.ts'
import { importSome } from '../../../src/server/imports/run-imports.ts'

// Imports and invites in its own process, to be killed. It ends when nothing is left to do.
const [databaseUrl = ''] = process.argv.slice(2)

const config = await configOf(process.env)
const pool = openPool({ connectionString: databaseUrl, name: 'import', maxConnections: 4 })
const db = openKysely(pool)
const log = pino({ level: 'silent' })
const book = await openBook({ db, pool, log, hooks: productHooks(config) })
do {
  await invite({ db, config })
} while (await importSome({ db, book }))
while ((await invite({ db, config })) > 0);
process.exit(0)
