/**
 * `npm run migrate`: expands the database to this version, as a separate job before any process of
 * the version starts. `npm run migrate -- contract` then removes what older versions needed, once
 * none of their processes is left. Runs as the owner (DATABASE_OWNER_URL).
 */
import { CannotMigrate, contract, migrate } from '../../db/migrate.ts'
import { openPool } from '../../db/pool.ts'
import { BadConfig } from '../config/config.ts'
import { withUrls } from '../startup/tool-database.ts'

const [phase = 'expand', ...more] = process.argv.slice(2)

try {
  if (!['expand', 'contract'].includes(phase) || more.length > 0) {
    throw new BadConfig('Use `npm run migrate` or `npm run migrate -- contract`.')
  }
  const ran = await withUrls(async (_config, { databaseOwnerUrl, databaseUrl }) => {
    const connectionString = databaseOwnerUrl ?? databaseUrl
    const pool = openPool({ connectionString, name: 'migrate', maxConnections: 1 })
    try {
      // Contracting migrations build on this version's schema.
      const expanded = await migrate(pool)
      return phase === 'expand' ? expanded : [...expanded, ...(await contract(pool))]
    } finally {
      await pool.end()
    }
  })
  console.log(ran.length === 0 ? 'nothing to run' : `ran ${ran.join(', ')}`)
} catch (error) {
  if (!(error instanceof CannotMigrate || error instanceof BadConfig)) throw error
  console.error(error.message)
  process.exitCode = 1
}
