import { pino } from 'pino'
import { isOperatorRole } from '../../contract/roles.ts'
import { readCommand, runTool, WrongUsage } from '../../terminal/tool.ts'
import type { Db } from '../../db/types.ts'
import { productHooks } from '../app/batch-hooks.ts'
import type { Book } from '../book/book.ts'
import { openToolBook } from '../leader/tool-book.ts'
import { readAdmins } from '../rights/active-admins.ts'
import { openLogOutput } from '../../terminal/log-output.ts'
import { withDatabase } from '../startup/tool-database.ts'
import { readStaff } from '../staff/read-staff.ts'
import {
  addByCommandLine,
  disableByCommandLine,
  endAllAccess,
  resetByCommandLine,
  type Approvals,
} from './change-operators.ts'
import { printLostActions } from './lost-actions.ts'

const USAGE = `Usage: npm run operator -- add <username> <support|finance|admin>
       npm run operator -- reset <username>
       npm run operator -- disable <username>
       npm run operator -- list
       npm run operator -- end-all-access   ends all sessions, API keys, and links, after
                                            a restore
       npm run operator -- lost-actions <LOG   what operators did before a restore
`
const MAX_LISTED = 1000

type Work = (db: Db, openBook: () => Promise<Book>) => Promise<string>
type Opening = { db: Db; openBook: () => Promise<Book> }

/** What the words of the command line ask for. */
function workOf([action, username = '', role = '']: readonly string[]): Work {
  const ofAll = action === undefined ? undefined : worksOfAll.get(action)
  if (ofAll) {
    if (username === '') return ofAll
    throw new WrongUsage(`Unexpected argument '${username}'.`, USAGE)
  }
  if (action !== 'add' && role !== '') throw new WrongUsage(`Unexpected argument '${role}'.`, USAGE)
  if (!/^[\w.-]{3,30}$/.test(username)) {
    if (username === '') throw new WrongUsage('Whom?', USAGE)
    const rule = '3 to 30 letters, digits, periods, hyphens, and underscores'
    throw new WrongUsage(`'${username}' can't be a username, which has ${rule}.`, USAGE)
  }
  if (action === 'disable') return (db, openBook) => disable({ db, openBook }, username)
  if (action === 'reset') return (db, openBook) => reset({ db, openBook }, username)
  if (!isOperatorRole(role)) {
    throw new WrongUsage(role === '' ? 'Which role?' : `There is no role '${role}'.`, USAGE)
  }
  return async (db, openBook) => {
    const { password, approvals } = await addByCommandLine({ db, openBook }, username, role)
    if (role !== 'admin') await warnOfAdmins(db)
    const later = laterLine(approvals)
    return `${username} (${role}) signs in with this password:\n${password}\n${later}`
  }
}

const laterLine = (approvals: Approvals): string =>
  approvals === 'ended'
    ? ''
    : `Their approvals end as soon as the ledger runs. ${approvals.later}\n`

/** Says why nothing was done, and fails, because a script may rely on it. */
function fail(reason: string): string {
  process.stderr.write(reason)
  process.exitCode = 1
  return ''
}

/**
 * Warns if too few admins are left to approve changes to access in the console. The change is made
 * all the same, because it may be an emergency.
 */
async function warnOfAdmins(db: Db): Promise<void> {
  const [first, second] = await readAdmins(db)
  if (second !== undefined) return
  const state =
    first === undefined
      ? 'there is no admin, so nobody can change access in the console.'
      : `${first} is the only admin. Changes to access in the console need two.`
  process.stderr.write(`Warning: ${state} Add one: npm run operator -- add NAME admin\n`)
}

const noSuchOperator = (username: string): string => fail(`There is no operator ${username}.\n`)

async function reset(opening: Opening, username: string): Promise<string> {
  const done = await resetByCommandLine(opening, username)
  if (done === 'unknown') return noSuchOperator(username)
  if (done === 'disabled') {
    return fail(`${username} is disabled: \`add\` opens the account again.\n`)
  }
  const { password, approvals } = done
  await warnOfAdmins(opening.db)
  const how = 'signs in with this password, and sets up the second factor'
  return `${username} ${how}:\n${password}\n${laterLine(approvals)}`
}

async function disable(opening: Opening, username: string): Promise<string> {
  const done = await disableByCommandLine(opening, username)
  if (done === 'unknown') return noSuchOperator(username)
  await warnOfAdmins(opening.db)
  return `${username} can no longer sign in.\n${laterLine(done.approvals)}`
}

const endAll = async (db: Db): Promise<string> =>
  `Everyone is signed out (${await endAllAccess(db)} sessions of members). No API key works,\n` +
  'and no emailed link to change an address or password, or to close an account.\n'

async function listOperators(db: Db): Promise<string> {
  const staff = await readStaff(db, { limit: MAX_LISTED })
  const lines = staff.map(
    ({ username, role, totp_enrolled: totp, passkeys, disabled_at: disabled }) => {
      const enrolled = totp || passkeys > 0
      const state = disabled ? 'disabled' : enrolled ? 'second factor' : 'no second factor'
      return `${username.padEnd(31)}${role.padEnd(9)}${state}\n`
    },
  )
  return lines.join('') || 'There are no operators.\n'
}

/** The commands that concern no single operator. */
const worksOfAll: ReadonlyMap<string, Work> = new Map([
  ['list', listOperators],
  ['end-all-access', endAll],
  ['lost-actions', printLostActions],
])

const { positionals } = readCommand({
  usage: USAGE,
  options: {},
  words: 3,
  commands: ['add', 'reset', 'disable', ...worksOfAll.keys()],
})

await runTool([], async () => {
  const work = workOf(positionals)
  const said = await withDatabase('operator tool', async (tool) => {
    const { config, db } = tool
    let book: Book | undefined
    const hooks = productHooks(config)
    // Warnings only say that the ledger doesn't answer, as the tool does itself.
    const log = pino({ level: 'error' }, openLogOutput(2))
    try {
      return await work(db, async () => (book ??= await openToolBook(tool, hooks, log, 'web')))
    } finally {
      await book?.close()
    }
  })
  process.stdout.write(said)
})
