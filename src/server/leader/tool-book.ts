import type { Logger } from 'pino'
import { openBook, type Book } from '../book/book.ts'
import type { ReadyHooks } from '../book/batch-hook.ts'
import { openForwardedBook } from '../forward/client.ts'
import { readLeader } from '../forward/find-leader.ts'
import { ledgerToken } from '../forward/token.ts'
import { BadConfig } from '../config/config.ts'
import type { Sender } from '../config/roles.ts'
import type { Tool } from '../startup/tool-database.ts'

/** Whose settings have the secret of that role. */
const SETTINGS: Readonly<Record<Sender, string>> = { web: 'web', chain: 'worker or chain' }

/**
 * The ledger for a command-line tool: the leader's if there is one, otherwise its own.
 * @param sender the role whose work the tool does
 */
export async function openToolBook(
  { config, pool, db }: Tool,
  hooks: ReadyHooks,
  log: Logger,
  sender: Sender,
): Promise<Book> {
  const { address } = await readLeader(db)
  if (address === null) return await openBook({ db, pool, log, hooks })
  if (config.ledgerSecrets[sender].length === 0) {
    const [roles, secret] = [SETTINGS[sender], `LEDGER_SECRET_${sender.toUpperCase()}`]
    throw new BadConfig(
      `A ledger process runs, and these settings lack ${secret}. Run this with the settings of ` +
        `${roles}: docs/operations.md says how, "Run a tool".`,
    )
  }
  const token = ledgerToken(config, sender)
  return await openForwardedBook({ db, log, token, tls: config.ledgerTls })
}
