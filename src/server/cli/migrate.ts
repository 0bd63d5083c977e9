/**
 * `npm run migrate`: expands the database to this version and grants the process roles their
 * rights, before any process of the version starts. `npm run migrate -- contract` then removes what
 * older versions needed, once none of their processes is left. Runs as the owner
 * (DATABASE_OWNER_URL), and is the only thing that needs this role.
 */
import { BadConfig } from '../config/config.ts'
import { migrateAndGrant } from '../startup/migrate-and-grant.ts'
import { withOwner } from '../startup/tool-database.ts'

const [phase = 'expand', ...more] = process.argv.slice(2)

await withOwner('migrate', async (pool, { roles }) => {
  if ((phase !== 'expand' && phase !== 'contract') || more.length > 0) {
    throw new BadConfig('Use `npm run migrate` or `npm run migrate -- contract`.')
  }
  for (const line of await migrateAndGrant(pool, phase, roles)) console.log(line)
})
