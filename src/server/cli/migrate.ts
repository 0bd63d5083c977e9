/**
 * `npm run migrate`: expands the database to this version and grants the process roles their
 * rights, before any process of the version starts. `npm run migrate -- contract` then removes what
 * older versions needed, once none of their processes is left. Runs as the owner
 * (DATABASE_OWNER_URL), and is the only thing that needs this role.
 */
import { readCommand, runTool } from '../../terminal/tool.ts'
import { migrateAndGrant } from '../startup/migrate-and-grant.ts'
import { withOwner } from '../startup/tool-database.ts'

const words = process.argv.slice(2)
const { command: phase } = readCommand({
  usage: 'Usage: npm run migrate [-- contract]',
  options: {},
  words: 1,
  commands: ['expand', 'contract'],
  args: words.length === 0 ? ['expand'] : words,
})

await runTool([], () =>
  withOwner('migrate', async (pool, { roles }) => {
    for (const line of await migrateAndGrant(pool, phase, roles)) console.log(line)
  }),
)
