import { t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import type { CallAnswer } from '../../../contract/call.ts'
import { Badge } from '../../ui/badge.tsx'
import { groupThousands } from '../../client/format/number-text.ts'
import { usdText } from '../../ui/format/money-text.ts'
import type { Column } from '../../ui/table/column.ts'
import { DataTable } from '../../ui/table/data-table.tsx'
import { wordsOf } from '../parts/list/filter.ts'
import { membersText } from '../parts/times-text.ts'

type Answer = NonNullable<CallAnswer<'getWhatIf'>['answer']>
type Pair = { label: string; actual: string; draft: string }

const PAIRS: Column<Pair>[] = [
  { key: 'label', label: t`Figure`, title: true, show: (row) => row.label },
  { key: 'actual', label: t`Actual`, figures: true, show: (row) => row.actual },
  { key: 'draft', label: t`Under the draft`, figures: true, show: (row) => row.draft },
]

const MEMBERS: Column<Answer['top'][number]>[] = [
  { key: 'username', label: t`Member`, title: true, show: (row) => row.username },
  { key: 'actual', label: t`Actual`, figures: true, show: (row) => usdText(row.actual) },
  { key: 'draft', label: t`Under the draft`, figures: true, show: (row) => usdText(row.draft) },
  {
    key: 'difference',
    label: t`Difference`,
    figures: true,
    show: (row) => usdText(row.difference),
  },
]

const pairsOf = ({ paid, margin, owed, boards }: Answer): Pair[] => [
  { label: t`Paid in rewards`, actual: usdText(paid.actual), draft: usdText(paid.draft) },
  { label: t`Kept by the company`, actual: usdText(margin.actual), draft: usdText(margin.draft) },
  { label: t`Owed to members`, actual: usdText(owed.actual), draft: usdText(owed.draft) },
  ...boards.map(({ plan, actual, draft }) => ({
    label: t`${plan} boards completed`,
    actual: groupThousands(String(actual)),
    draft: groupThousands(String(draft)),
  })),
]

/**
 * The what-if's result: the totals, the members with the largest differences, and whether the
 * company stays solvent.
 */
export function WhatIfResult({ answer }: { answer: Answer }) {
  const { commands, refused, members_differing: differing, top } = answer
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 text-sm">
        <Solvency solvent={answer.solvent.draft} />
        <p className="text-soft">
          <Trans>
            <Plural value={commands} one="# command" other="# commands" /> replayed;{' '}
            {membersText(differing)} would differ.
          </Trans>
        </p>
      </div>
      <DataTable
        label={t`Actual and draft results`}
        columns={PAIRS}
        rows={pairsOf(answer)}
        keyOf={(row) => row.label}
      />
      {refused.length > 0 && (
        <ul className="border-t border-line px-4 py-3 text-sm">
          {refused.map(({ kind, code, count }) => (
            <li key={`${kind} ${code}`} className="text-warn">
              <Trans>
                {count} × {wordsOf(kind).toLowerCase()} would have been refused:{' '}
                {wordsOf(code).toLowerCase()}
              </Trans>
            </li>
          ))}
        </ul>
      )}
      {top.length > 0 && (
        <div className="border-t border-line">
          <h3 className="px-4 pt-3 text-xs font-medium text-faint uppercase">
            <Trans>Who would differ most</Trans>
          </h3>
          <DataTable
            label={t`Who would differ most`}
            columns={MEMBERS}
            rows={top}
            keyOf={(row) => row.username}
          />
        </div>
      )}
    </>
  )
}

function Solvency({ solvent }: { solvent: boolean | null }) {
  if (solvent === null)
    return (
      <Badge tone="warn">
        <Trans>Solvency unknown: no rate</Trans>
      </Badge>
    )
  return solvent ? (
    <Badge tone="good">
      <Trans>The company stays solvent</Trans>
    </Badge>
  ) : (
    <Badge tone="bad">
      <Trans>The company would be insolvent</Trans>
    </Badge>
  )
}
