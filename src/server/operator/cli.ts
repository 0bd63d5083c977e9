import type { OperatorRole } from '../../contract/endpoint.ts'
import { withDatabase } from '../running/tool-database.ts'
import { addOperator } from './operators.ts'

const roles: readonly string[] = ['support', 'finance', 'admin']
const usage = 'Usage: npm run operator -- add <username> <support|finance|admin>\n'

const [action, username = '', role = ''] = process.argv.slice(2)
if (action !== 'add' || !/^[\w.-]{3,30}$/.test(username) || !roles.includes(role)) {
  process.stderr.write(usage)
  process.exitCode = 1
} else {
  const password = await withDatabase('operator tool', ({ db }) =>
    addOperator(db, username, role as OperatorRole),
  )
  process.stdout.write(`${username} (${role}) signs in with this password:\n${password}\n`)
}
