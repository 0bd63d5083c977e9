import { t } from '@lingui/core/macro'
import { codeOfName, nameOfCode } from '../parts/list/code-names.ts'

/** Accounts by the beginning of their name; a coin or a member’s number may follow. */
export const ACCOUNT_NAMES: Record<string, string> = {
  'member:wallet': t({ message: 'member:wallet', context: 'account' }),
  'member:withdrawing': t({ message: 'member:withdrawing', context: 'account' }),
  'house:plan margin': t({ message: 'house:plan margin', context: 'account' }),
  'house:deposit fees': t({ message: 'house:deposit fees', context: 'account' }),
  'house:withdrawal fees': t({ message: 'house:withdrawal fees', context: 'account' }),
  'house:rounding': t({ message: 'house:rounding', context: 'account' }),
  'house:network fees': t({ message: 'house:network fees', context: 'account' }),
  'house:network fees charged': t({ message: 'house:network fees charged', context: 'account' }),
  'house:adjustments': t({ message: 'house:adjustments', context: 'account' }),
  'house:treasury': t({ message: 'house:treasury', context: 'account' }),
  'custody:unattributed': t({ message: 'custody:unattributed', context: 'account' }),
  'custody:TRX': t({ message: 'custody:TRX', context: 'account' }),
  'custody:USDT': t({ message: 'custody:USDT', context: 'account' }),
  'conversion:TRX': t({ message: 'conversion:TRX', context: 'account' }),
  'conversion:USDT': t({ message: 'conversion:USDT', context: 'account' }),
  'conversion:USD for': t({ message: 'conversion:USD for', context: 'account' }),
}

/** A ledger account in the operator's language: `member:wallet 12`. */
export const accountName = (account: string): string => nameOfCode(account, ACCOUNT_NAMES)

/** The account that a filter means, in the operator's language or in English. */
export const accountCode = (name: string): string => codeOfName(name, ACCOUNT_NAMES)
