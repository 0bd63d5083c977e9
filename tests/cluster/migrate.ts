/** `npm run migrate`, the only command with the owner's URL, as an operator runs it. */
import { join } from 'node:path'
import type { Place } from './database-machines.ts'
import { DATABASE_ROLES, DIRECT, needsOwner, urlOf } from './product-machines.ts'
import { runToEnd } from './program.ts'

/** Migrates to a version and grants the rights, unless its processes do. */
export async function migrateTo(
  { folder }: Place,
  version: string,
  database = 'twofold',
): Promise<void> {
  if (needsOwner(version)) return
  await runToEnd({
    name: 'migrate',
    machine: 'chain1',
    logFile: join(folder, 'log/migrate.log'),
    env: {
      NODE_ENV: 'production',
      PATH: process.env.PATH ?? '',
      DATABASE_OWNER_URL: urlOf('owner', DIRECT, database),
      DATABASE_ROLES: DATABASE_ROLES.map((role) => `${role}=twofold_${role}`).join(','),
    },
    command: [process.execPath, join(version, 'src/server/cli/migrate.ts')],
  })
}
