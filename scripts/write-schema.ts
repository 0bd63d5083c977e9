import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from '../src/db/embedded.ts'
import { migrate } from '../src/db/migrate.ts'
import { openPool } from '../src/db/pool.ts'
import { readSchemaText } from './schema-text.ts'

// `npm run schema`: migrates an empty database and writes what came of it as docs/schema.sql, so
// that a review shows what a migration changes. A test fails when somebody forgets it.

const dataDir = await mkdtemp(join(tmpdir(), 'twofold-schema-'))
const server = await startEmbedded({ dataDir, settings: ['fsync=off'] })
const pool = openPool({ connectionString: server.connectionString, name: 'schema' })
try {
  await migrate(pool)
  await writeFile(new URL('../docs/schema.sql', import.meta.url), await readSchemaText(pool))
} finally {
  await pool.end()
  await server.stop()
  await rm(dataDir, { recursive: true, force: true })
}
