import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from '../../src/db/embedded/embedded.ts'
import { migrate } from '../../src/db/migrate.ts'
import { readMigrations } from '../../src/db/migration-files.ts'
import { openPool } from '../../src/db/pool.ts'
import { readSchemaText, readTables } from './schema-text.ts'
import { tableTypes } from './table-types.ts'
import { readOptions } from '../../src/terminal/tool.ts'

// `npm run schema`: migrates an empty database, and writes its schema as docs/schema.sql, so that
// reviews show what a migration changes, and its tables as types. A test fails if you forget it.

readOptions({ usage: 'Usage: npm run schema', options: {} })

const root = new URL('../../', import.meta.url)

const dataDir = await mkdtemp(join(tmpdir(), 'twofold-schema-'))
const server = await startEmbedded({ dataDir, settings: ['fsync=off'] })
const pool = openPool({ connectionString: server.connectionString, name: 'schema' })
try {
  await migrate(pool)
  await writeFile(new URL('docs/schema.sql', root), await readSchemaText(pool))
  const types = await tableTypes(await readTables(pool), await readMigrations())
  const folder = new URL('src/db/tables/', root)
  await rm(folder, { recursive: true })
  await mkdir(folder)
  for (const [name, text] of types) await writeFile(new URL(name, folder), text)
} finally {
  await pool.end()
  await server.stop()
  await rm(dataDir, { recursive: true, force: true })
}
