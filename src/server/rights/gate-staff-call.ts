import type { Endpoint } from '../../contract/endpoint.ts'
import type { CallName } from '../../contract/routes.ts'
import type { Context } from '../context.ts'
import type { Operator } from '../http/route.ts'
import type { Book, Submission } from '../book/book.ts'
import { withAuthority } from '../book/check-authorities.ts'
import {
  holdAuthority,
  holdAuthorityAlone,
  holdAuthorityForRights,
  type Authority,
} from '../authority/authority.ts'
import { gateDb, type Gate } from '../authority/gated-db.ts'

// Every change by staff, with its own transactions or by a ledger command, checks its session or
// key again where it takes effect.

type Hold = (authority: Authority) => Gate

const hold: Hold = (authority) => ({ at: 'start', pass: (tx) => holdAuthority(tx, authority) })
const alone: Hold = (authority) => ({
  at: 'start',
  pass: (tx) => holdAuthorityAlone(tx, authority),
})
const forRights: Hold = (authority) => ({
  at: 'start',
  pass: (tx) => holdAuthorityForRights(tx, authority),
})
const late: Hold = (authority) => ({ at: 'end', pass: (tx) => holdAuthority(tx, authority) })

/** Calls that end sessions or keys hold more, from the start, so that no two block each other. */
const others: { readonly [N in CallName]?: Hold } = {
  operatorAddPasskey: alone,
  operatorChangePassword: alone,
  operatorConfirmTotp: alone,
  operatorEndSession: alone,
  approveAccessChange: forRights,
  revokeApiKey: forRights,
  // Its thousands of rows take a while, which must not delay a reset of the admin.
  proposeMemberImport: late,
}

/**
 * The context of a staff call that changes something. Whatever the call does, it does nothing once
 * its session or key has ended.
 */
export function gateStaffCall(
  context: Context,
  name: CallName,
  { method }: Endpoint,
  { authority }: Operator,
): Context {
  if (method === 'GET') return context
  const gate = (others[name] ?? hold)(authority)
  return { ...context, db: gateDb(context.db, gate), book: gateBook(context.book, authority) }
}

/** Adds the authority to each command, where the ledger finds it (`check-authorities.ts`). */
function gateBook(book: Book, authority: Authority): Book {
  return { ...book, submit: (submission) => book.submit(authorize(submission, authority)) }
}

function authorize(submission: Submission, authority: Authority): Submission {
  const { command, hook } = submission
  if (!hook) throw new Error(`a staff call's ${command.kind} has no batch hook`)
  return { ...submission, hook: withAuthority(hook, authority) }
}
