import { t } from '@lingui/core/macro'
import { codeOfName, nameOfCode } from '../parts/list/code-names.ts'

/** What an entry's object begins with; its number or name follows. */
const NAMES: Record<string, string> = {
  adjustment: t({ message: 'adjustment', context: 'audited' }),
  alert: t({ message: 'alert', context: 'audited' }),
  catalog: t({ message: 'catalog', context: 'audited' }),
  'catalog draft': t({ message: 'catalog draft', context: 'audited' }),
  everyone: t({ message: 'everyone', context: 'audited' }),
  import: t({ message: 'import', context: 'audited' }),
  incident: t({ message: 'incident', context: 'audited' }),
  key: t({ message: 'key', context: 'audited' }),
  member: t({ message: 'member', context: 'audited' }),
  message: t({ message: 'message', context: 'audited' }),
  operator: t({ message: 'operator', context: 'audited' }),
  'operator session': t({ message: 'operator session', context: 'audited' }),
  privacy: t({ message: 'privacy', context: 'audited' }),
  'public log': t({ message: 'public log', context: 'audited' }),
  readiness: t({ message: 'readiness', context: 'audited' }),
  'signed file': t({ message: 'signed file', context: 'audited' }),
  terms: t({ message: 'terms', context: 'audited' }),
  transaction: t({ message: 'transaction', context: 'audited' }),
  transfer: t({ message: 'transfer', context: 'audited' }),
  webhook: t({ message: 'webhook', context: 'audited' }),
  withdrawal: t({ message: 'withdrawal', context: 'audited' }),
  // Exported lists, and queues whose items operators claim.
  deposits: t({ message: 'deposits', context: 'audited' }),
  members: t({ message: 'members', context: 'audited' }),
  messages: t({ message: 'messages', context: 'audited' }),
  payouts: t({ message: 'payouts', context: 'audited' }),
  profiles: t({ message: 'profiles', context: 'audited' }),
  withdrawals: t({ message: 'withdrawals', context: 'audited' }),
}

/** The object of an audit entry: `member 12`. */
export const objectName = (object: string): string => nameOfCode(object, NAMES)

/** The object that a filter means, in the operator's language or in English. */
export const objectCode = (name: string): string => codeOfName(name, NAMES)
