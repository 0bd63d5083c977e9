import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import type { CallAnswer } from '../../../contract/call.ts'
import { localize } from '../../client/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { usdText } from '../../ui/format/money-text.ts'
import { noBreakIds } from '../../ui/format/no-break-ids.tsx'

type Statement = CallAnswer<'getStatement'>

const FIRST_SHOWN = 200
// On phones the date goes below the description and the balance below the amount.
const WIDE = 'max-sm:hidden'
const NARROW = 'block sm:hidden'
const CELL = 'py-2 pl-4 text-right whitespace-nowrap'

/** UTC, as the statement counts its days: `2026-01-31 12:05`. */
const minuteText = (iso: string) => `${iso.slice(0, 10)} ${iso.slice(11, 16)}`

/** A period ends where the next day begins; its last minute is what the eye expects there. */
const lastMinuteOf = ({ to }: Statement) => new Date(Date.parse(to) - 60_000).toISOString()

export function StatementTable({ statement }: { statement: Statement }) {
  const [shown, setShown] = useState(FIRST_SHOWN)
  const { entries } = statement
  return (
    <>
      <div className="mt-5 overflow-x-auto">
        <table className="figures w-full text-sm">
          <caption className="sr-only">
            <Trans>
              Wallet of {statement.username}, {minuteText(statement.from)} to{' '}
              {minuteText(statement.to)}
            </Trans>
          </caption>
          <thead className="text-left text-faint">
            <tr>
              <th scope="col" className={`${WIDE} py-2 pr-4 font-medium`}>
                <Trans>Date</Trans>
              </th>
              <th scope="col" className="py-2 font-medium">
                <Trans>Description</Trans>
              </th>
              <th scope="col" className={`${CELL} font-medium`}>
                <Trans>Amount</Trans>
              </th>
              <th scope="col" className={`${WIDE} ${CELL} font-medium`}>
                <Trans>Balance</Trans>
              </th>
            </tr>
          </thead>
          <tbody>
            <Sum at={statement.from} text={t`Opening balance`} amount={statement.opening_balance} />
            {entries.slice(0, shown).map((entry, index) => (
              <tr key={`${entry.journal} ${index}`} className="border-t border-line align-top">
                <td className={`${WIDE} py-2 pr-4 whitespace-nowrap text-faint`}>
                  {minuteText(entry.at)}
                </td>
                <td className="py-2">
                  {noBreakIds(localize(entry.description, entry.text))}
                  <span className={`${NARROW} text-faint`}>{minuteText(entry.at)}</span>
                </td>
                <td className={CELL}>
                  {signedText(entry.amount)}
                  <span className={`${NARROW} text-faint`}>{usdText(entry.balance)}</span>
                </td>
                <td className={`${WIDE} ${CELL} text-soft`}>{usdText(entry.balance)}</td>
              </tr>
            ))}
            <Sum
              at={lastMinuteOf(statement)}
              text={t`Closing balance`}
              amount={statement.closing_balance}
            />
          </tbody>
        </table>
      </div>
      {entries.length === 0 && (
        <p className="mt-4 text-sm text-soft">
          <Trans>No money moved in this period.</Trans>
        </p>
      )}
      {entries.length > shown && (
        <div className="mt-4 print:hidden">
          <Button size="small" onClick={() => setShown(entries.length)}>
            <Trans>Show all {entries.length} entries</Trans>
          </Button>
        </div>
      )}
    </>
  )
}

const signedText = (amount: string) => (amount.startsWith('-') ? '' : '+') + usdText(amount)

function Sum({ at, text, amount }: { at: string; text: string; amount: string }) {
  return (
    <tr className="border-t border-edge align-top font-semibold">
      <td className={`${WIDE} py-2 pr-4 whitespace-nowrap`}>{minuteText(at)}</td>
      <th scope="row" className="py-2 text-left">
        {text}
        <span className={`${NARROW} font-normal text-faint`}>{minuteText(at)}</span>
      </th>
      <td className={CELL}>
        <span className="sm:hidden">{usdText(amount)}</span>
      </td>
      <td className={`${WIDE} ${CELL}`}>{usdText(amount)}</td>
    </tr>
  )
}
