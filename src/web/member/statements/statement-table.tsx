import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import type { CallAnswer } from '../../../contract/call.ts'
import { localize } from '../../client/api-error.ts'
import { readServerNowMs } from '../../client/server-clock.ts'
import { Button } from '../../ui/button.tsx'
import { usdText } from '../../ui/format/money-text.ts'
import { joinClasses } from '../../ui/format/join-classes.ts'
import { noBreakIds } from '../../ui/format/no-break-ids.tsx'
import { utcText } from '../../ui/format/time-text.ts'
import type { Column } from '../../ui/table/column.ts'
import { Table } from '../../ui/table/table.tsx'
import { ReceiptButton } from './receipt-button.tsx'

type Statement = CallAnswer<'getStatement'>

const FIRST_SHOWN = 200
// On phones the date goes below the description and the balance below the amount.
const WIDE = 'max-sm:hidden'
const NARROW = 'block sm:hidden'
// With room for the receipt's button.
const ROW = 'align-top pointer-coarse:*:py-3'

/** A period ends where the next day begins. Its last minute is what readers expect there. */
const lastMinuteOf = (to: string) => new Date(Date.parse(to) - 60_000).toISOString()
const isOver = ({ to }: Statement) => Date.parse(to) <= readServerNowMs()

type Line = {
  key: string
  at: string
  text: string
  amount: string
  balance: string
  /** The number of the journal entry; null for balances. */
  journal: string | null
}

const COLUMNS = (): Column<Line>[] => [
  {
    key: 'at',
    label: t`Date`,
    className: `${WIDE} whitespace-nowrap`,
    show: ({ at }) => at && utcText(at),
  },
  {
    key: 'text',
    label: t`Description`,
    heads: true,
    // A long name breaks. Otherwise, it would push the amounts out of view on a phone.
    className: 'max-sm:ps-0 wrap-anywhere',
    show: ({ text, at }) => (
      <>
        {noBreakIds(text)}
        <span className={`${NARROW} font-normal text-faint`}>{at && utcText(at)}</span>
      </>
    ),
  },
  {
    key: 'amount',
    label: t`Amount`,
    figures: true,
    show: ({ amount, balance }) => (
      <>
        {amount}
        <span className={`${NARROW} ${amount && 'text-faint'}`}>{usdText(balance)}</span>
      </>
    ),
  },
  {
    key: 'balance',
    label: t`Balance`,
    figures: true,
    className: WIDE,
    show: ({ balance }) => usdText(balance),
  },
  {
    key: 'receipt',
    label: t`Receipt`,
    figures: true,
    className: 'sm:pe-3 print:hidden',
    show: ({ journal }) => journal && <ReceiptButton journal={journal} />,
  },
]

/** A statement's lines: the entries, between the opening and the closing balance. */
const linesOf = (statement: Statement, shown: number): Line[] => [
  {
    key: 'opening',
    at: statement.from,
    text: t`Opening balance`,
    amount: '',
    balance: statement.opening_balance,
    journal: null,
  },
  ...statement.entries.slice(0, shown).map((entry, place) => ({
    key: `${entry.journal} ${place}`,
    at: entry.at,
    text: localize(entry.description, entry.text),
    amount: signedText(entry.amount),
    balance: entry.balance,
    journal: entry.journal,
  })),
  {
    key: 'closing',
    // A period that isn’t over yet has no closing balance.
    at: isOver(statement) ? lastMinuteOf(statement.to) : '',
    text: isOver(statement) ? t`Closing balance` : t`Balance now`,
    amount: '',
    balance: statement.closing_balance,
    journal: null,
  },
]

export function StatementTable({ statement }: { statement: Statement }) {
  const [showsAll, setShowsAll] = useState(false)
  const { entries } = statement
  const shown = showsAll ? entries.length : FIRST_SHOWN
  useEffect(() => {
    // A statement on paper is complete. The browser prints the page as it is after this event.
    const showAll = () => flushSync(() => setShowsAll(true))
    window.addEventListener('beforeprint', showAll)
    return () => window.removeEventListener('beforeprint', showAll)
  }, [])
  return (
    <>
      <div className="mt-5">
        <Table
          caption={
            <Trans>
              Wallet of {statement.username}, {utcText(statement.from)} to{' '}
              {utcText(lastMinuteOf(statement.to))}
            </Trans>
          }
          columns={COLUMNS()}
          rows={linesOf(statement, shown)}
          keyOf={({ key }) => key}
          classOf={({ amount }) => joinClasses(ROW, !amount && 'font-semibold')}
        />
      </div>
      {entries.length === 0 && (
        <p className="mt-4 text-sm text-soft">
          <Trans>No money moved in this period.</Trans>
        </p>
      )}
      {entries.length > shown && (
        <div className="mt-4 print:hidden">
          <Button size="small" onClick={() => setShowsAll(true)}>
            <Trans>Show all {entries.length} entries</Trans>
          </Button>
        </div>
      )}
    </>
  )
}

const signedText = (amount: string) => (amount.startsWith('-') ? '' : '+') + usdText(amount)
