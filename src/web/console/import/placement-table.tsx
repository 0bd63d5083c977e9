import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { localize } from '../../client/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { takeLostFocus } from '../../ui/focus/focus-if-lost.ts'
import type { Column } from '../../ui/table/column.ts'
import { DataTable } from '../../ui/table/data-table.tsx'
import { Pages } from '../../ui/table/pages.tsx'
import { None } from '../parts/list/cells.tsx'
import { wordsOf } from '../parts/list/filter.ts'
import type { Placements } from './queries.ts'

type Row = Placements['rows'][number]
type Seat = Row['seats'][number]

const ROWS_SHOWN = 25

const seatText = ({ plan, under, side, spillover }: Seat): string => {
  const leg = wordsOf(side).toLowerCase()
  return spillover
    ? t`${plan}: under ${under}, ${leg} (spillover)`
    : t`${plan}: under ${under}, ${leg}`
}

function Outcome({ seats, refusal }: Row) {
  if (refusal) return <span className="text-bad">{localize(refusal.detail, refusal.text)}</span>
  if (seats.length === 0) return <Trans>No seat</Trans>
  return (
    <ul>
      {seats.map((seat) => (
        <li key={seat.plan}>{seatText(seat)}</li>
      ))}
    </ul>
  )
}

const columns: readonly Column<Row>[] = [
  { key: 'row', label: t`Row`, show: ({ row }) => row },
  { key: 'username', label: t`Username`, title: true, show: ({ username }) => username },
  { key: 'sponsor', label: t`Sponsor`, show: ({ sponsor }) => sponsor || <None /> },
  { key: 'seats', label: t`Where it would land`, text: true, show: Outcome },
]

type PlacementTableProps = { answer: Placements }

/** Where each row would land now, and which the rules would refuse. */
export function PlacementTable({
  answer: { placed, refused, blocked, rows },
}: PlacementTableProps) {
  const [page, setPage] = useState(0)
  const [onlyRefused, setOnlyRefused] = useState(refused > 0)
  const chosen = onlyRefused ? rows.filter(({ refusal }) => refusal !== null) : rows
  const from = page * ROWS_SHOWN
  const shown = chosen.slice(from, from + ROWS_SHOWN)
  const to = from + shown.length
  const all = chosen.length
  return (
    <div className="grid gap-3 text-sm">
      <p ref={takeLostFocus} tabIndex={-1} className="font-medium outline-none">
        {plural(placed, { one: '# would be imported.', other: '# would be imported.' })}{' '}
        {refused > 0 &&
          plural(refused, { one: '# would be refused.', other: '# would be refused.' })}{' '}
        {blocked > 0 &&
          plural(blocked, {
            one: '# would wait for its sponsor.',
            other: '# would wait for their sponsors.',
          })}
      </p>
      <p className="text-soft">
        <Trans>
          Simulated with the current trees. Nothing was changed. Seats that others take before the
          import can change the outcome.
        </Trans>
      </p>
      {refused > 0 && (
        <Button
          size="small"
          kind="quiet"
          onClick={() => {
            setOnlyRefused(!onlyRefused)
            setPage(0)
          }}
        >
          {onlyRefused ? t`Show all rows` : t`Show refused rows only`}
        </Button>
      )}
      <DataTable
        label={t`Placements`}
        columns={columns}
        rows={shown}
        keyOf={({ row }) => String(row)}
      />
      {all > ROWS_SHOWN && (
        <Pages
          previous={page > 0 ? () => setPage(page - 1) : null}
          next={to < all ? () => setPage(page + 1) : null}
        >
          <Trans>
            {from + 1} to {to} of {all}
          </Trans>
        </Pages>
      )}
    </div>
  )
}
