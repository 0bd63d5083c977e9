import { readCommand, runTool } from '../../terminal/tool.ts'
import { withDatabase, type Tool } from '../startup/tool-database.ts'
import { approveEpoch, EpochRefused, proposeEpoch, type Admin } from '../transparency/log/epochs.ts'
import { readPassword } from './read-password.ts'

const USAGE = `Usage: npm run log -- <command>

  status                                  whether the public log works, and if not, why
  new-epoch --operator NAME --why TEXT    proposes a new log under a new name, because commands that
                                          a checkpoint covers are permanently lost
  approve --operator NAME                 approves it, as another admin; the reason is public

Each admin types their own password. --password-file FILE reads it from a file.
`

const { command, need, values } = readCommand({
  usage: USAGE,
  words: 1,
  commands: ['status', 'new-epoch', 'approve'],
  options: {
    operator: { type: 'string' },
    why: { type: 'string' },
    'password-file': { type: 'string' },
  },
})

async function readAdmin(): Promise<Admin> {
  const operator = need('operator')
  return { operator, password: await readPassword(operator, values['password-file']) }
}

async function status({ db }: Tool): Promise<string> {
  const rest = await db.selectFrom('log_rest').select(['why', 'since']).executeTakeFirst()
  if (typeof rest?.why !== 'string') return 'The log works.'
  return `The worker has signed nothing since ${rest.since.toISOString()}: ${rest.why}`
}

async function run(tool: Tool): Promise<string> {
  const { config, db } = tool
  switch (command) {
    case 'status':
      return status(tool)
    case 'new-epoch': {
      const { dataDir } = config
      await proposeEpoch(db, { why: need('why'), dataDir, ...(await readAdmin()) })
      return 'Proposed. Another admin runs: npm run log -- approve --operator NAME'
    }
    case 'approve': {
      const { logKey, publicUrl } = config
      if (logKey === null) throw new EpochRefused('Run this with the settings of the worker.')
      const note = await approveEpoch(db, { publicUrl, logKey, ...(await readAdmin()) })
      return `The worker signs the new log in its next round. /log/epochs serves:\n\n${note}`
    }
  }
}

await runTool([EpochRefused], async () => {
  console.log(await withDatabase('public log tool', (tool) => run(tool)))
})
