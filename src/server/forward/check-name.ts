import { lookup } from 'node:dns/promises'
import type { Logger } from 'pino'

/**
 * Warns if the name under which this ledger process announces itself doesn't resolve. Then no
 * other process reaches it once it leads. A standby logs it at its start. Resolving here
 * doesn't prove that others can.
 * @returns whether it resolves
 */
export async function checkLedgerName(address: string, log: Logger): Promise<boolean> {
  if (!URL.canParse(address) || address.startsWith('unix:')) return true
  const name = new URL(address).hostname.replace(/^\[|\]$/g, '')
  try {
    await lookup(name)
    return true
  } catch (error) {
    log.error(
      { name, err: error },
      'The name of this ledger process does not resolve. Other processes use it to reach the ' +
        'leader. Set LEDGER_NAME to a name or an address that they can resolve.',
    )
    return false
  }
}
