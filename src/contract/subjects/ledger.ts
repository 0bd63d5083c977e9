import { z } from 'zod'
import { at, described, flag, idOf, listOf, str, usd, whole } from '../fields/described.ts'
import { requestStatus } from '../fields/fields.ts'
import { issueText } from '../texts/texts.ts'

// The ledger in the console: journal entries, the full check, and adjustments.

/** An amount with at most two decimals, possibly negative. Parses to text. */
export const signedUsdIn = described(
  z
    .union([z.string(), z.number()], { error: issueText('amount_invalid') })
    .transform(String)
    .pipe(z.string().regex(/^-?(?:0|[1-9]\d{0,8})(?:\.\d{1,2})?$/, issueText('amount_invalid'))),
  'US dollars with at most 2 decimals. Negative to take money out of the wallet.',
  '5.00',
)

export const Adjustment = z
  .object({
    id: idOf('The adjustment’s id.'),
    username: str('The member it is for.', 'anna'),
    amount: usd('The amount added to the wallet; negative if taken out.', '5.00'),
    reason: str('Why.', 'Refund of a fee charged twice.'),
    status: requestStatus,
    requested_by: str('Who requested it.', 'sam'),
    requested_at: at('When it was requested.'),
    approved_by: str('Who approved it; null if nobody has.', 'lee').nullable(),
    approved_at: at('When it was approved; null if it wasn’t.').nullable(),
    rejected_by: str('Who rejected it; null if nobody has.', 'lee')
      .nullable()
      .meta({ example: null }),
    rejected_at: at('When it was rejected; null if it wasn’t.').nullable().meta({ example: null }),
    reject_reason: str('Why it was rejected; null if it wasn’t.', '')
      .nullable()
      .meta({ example: null }),
    alone: flag('Whether one operator decided alone, within their own limit.', false),
  })
  .meta({ id: 'Adjustment', description: 'A correction of a wallet by staff.' })

export const ListedAdjustment = Adjustment.extend({
  account_closed: flag('Whether the member has closed the account.', false),
}).meta({ id: 'ListedAdjustment', description: 'An adjustment, and whose account it is for.' })

/**
 * How much the requesting operator may adjust alone within 24 hours. Anything above needs a second
 * operator.
 */
export const AdjustmentLimit = z
  .object({
    left: usd('What you can still adjust alone for this member.', '20.00'),
    member_limit: usd('The limit for one member within 24 hours.', '25.00'),
    day_limit: usd('The limit for all members within 24 hours.', '100.00'),
  })
  .meta({ id: 'AdjustmentLimit', description: 'The amount one operator can adjust alone.' })

export const Journal = z
  .object({
    id: idOf('The entry’s number.'),
    kind: str('What happened.', 'activation'),
    at: at('When it was booked.'),
    key: str('The entry’s unique subject; null without one.', 'activation:4720').nullable(),
    postings: listOf(
      z.object({
        account: str('The account’s name.', 'member:wallet 81'),
        asset: str('USD, TRX, or USDT.', 'USD'),
        amount: str('The change, as a decimal string. All lines of an asset add up to 0.', '3.00'),
        balance_after: str('The account’s balance afterward, as a decimal string.', '12.50'),
      }),
      'The lines of the entry.',
    ),
  })
  .meta({ id: 'Journal', description: 'A journal entry of the ledger.' })

export const LedgerCheck = z
  .object({
    ok: flag('Whether no differences were found.'),
    checked_at: at('When the check ran.'),
    journals: whole('Journal entries that were checked.', 4711),
    postings: whole('Lines that were checked.', 19022),
    differences: listOf(z.string(), 'The differences, as sentences; empty if there are none.', []),
  })
  .meta({ id: 'LedgerCheck', description: 'The result of recomputing the whole ledger.' })
