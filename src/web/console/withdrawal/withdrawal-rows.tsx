import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { Withdrawal } from './queries.ts'
import { usdText } from '../../ui/format/money-text.ts'
import { joinClasses } from '../../ui/format/join-classes.ts'
import { useOperator } from '../session/operator-session.ts'
import { Age } from '../parts/queue/age.tsx'
import { Flags } from './flags.tsx'
import type { Column } from '../../ui/table/column.ts'
import { Table } from '../../ui/table/table.tsx'
import { useNow } from '../../client/use-now.ts'

/** The promised time, in hours. */
const PROMISED_HOURS = 48

type RowsProps = {
  items: Withdrawal[]
  openId: string | undefined
  onOpen: (id: string) => void
  chosen: ReadonlySet<string>
  onToggle: ((id: string) => void) | undefined
}

function columnsOf(props: RowsProps, now: number): Column<Withdrawal>[] {
  const { openId, onOpen, chosen, onToggle } = props
  const select: Column<Withdrawal> = {
    key: 'select',
    label: t`Select`,
    mute: true,
    show: (item) => onToggle && <Choose item={item} chosen={chosen} onToggle={onToggle} />,
  }
  return [
    ...(onToggle ? [select] : []),
    {
      key: 'member',
      label: t`Member`,
      show: (item) => (
        <>
          <OpenButton item={item} openId={openId} onOpen={onOpen} />
          <ClaimNote item={item} />
        </>
      ),
    },
    {
      key: 'amount',
      figures: true,
      label: t`Amount`,
      show: ({ amount }) => <span className="font-medium">{usdText(amount)}</span>,
    },
    {
      key: 'age',
      label: t`Age`,
      show: (item) => <Age since={item.request_date} now={now} promisedHours={PROMISED_HOURS} />,
    },
    { key: 'flags', label: t`Flags`, show: ({ flags }) => <Flags flags={flags} /> },
    { key: 'approvals', label: t`Approvals`, show: approvalsText },
  ]
}

export function WithdrawalRows(props: RowsProps) {
  const now = useNow(30_000)
  return (
    <Table
      look="dense"
      label={t`Waiting withdrawals`}
      columns={columnsOf(props, now)}
      rows={props.items}
      keyOf={({ id }) => id}
      classOf={({ id }) => joinClasses('align-middle', id === props.openId && 'bg-raised')}
    />
  )
}

type Approvals = Pick<Withdrawal, 'approvals' | 'approvals_needed'>

export const approvalsText = ({ approvals, approvals_needed: needed }: Approvals): string =>
  t`${approvals.length} of ${needed}`

export function WithdrawalCards(props: RowsProps) {
  const now = useNow(30_000)
  return (
    <ul aria-label={t`Waiting withdrawals`}>
      {props.items.map((item) => (
        <WithdrawalCard key={item.id} {...props} item={item} now={now} />
      ))}
    </ul>
  )
}

type CardProps = Omit<RowsProps, 'items'> & { item: Withdrawal; now: number }

function WithdrawalCard({ item, now, openId, onOpen, chosen, onToggle }: CardProps) {
  return (
    <li className="flex gap-3 border-b border-line px-4 py-3 last:border-0">
      {onToggle && <Choose item={item} chosen={chosen} onToggle={onToggle} />}
      <div className="min-w-0 flex-1">
        <div className="flex items-baseline justify-between gap-3">
          <OpenButton item={item} openId={openId} onOpen={onOpen} />
          <span className="figures font-semibold">{usdText(item.amount)}</span>
        </div>
        <div className="mt-1 flex items-center justify-between gap-3 text-[0.8125rem]">
          <Flags flags={item.flags} />
          <Age since={item.request_date} now={now} promisedHours={PROMISED_HOURS} />
        </div>
        <p className="figures mt-1 text-xs text-faint">
          <Trans>{approvalsText(item)} approvals</Trans>
        </p>
        <ClaimNote item={item} />
      </div>
    </li>
  )
}

type ChooseProps = Pick<RowsProps, 'chosen'> & { item: Withdrawal; onToggle: (id: string) => void }

function Choose({ item, chosen, onToggle }: ChooseProps) {
  return (
    <label className="grid size-6 place-items-center pointer-coarse:size-11">
      <input
        type="checkbox"
        aria-label={t`Select withdrawal ${item.id} of ${item.username}`}
        checked={chosen.has(item.id)}
        onChange={() => onToggle(item.id)}
        className="size-4.5 accent-accent"
      />
    </label>
  )
}

type OpenProps = Pick<RowsProps, 'openId' | 'onOpen'> & { item: Withdrawal }

const OpenButton = ({ item, openId, onOpen }: OpenProps) => (
  <button
    type="button"
    data-item={item.id}
    aria-current={item.id === openId ? 'true' : undefined}
    onClick={() => onOpen(item.id)}
    className={
      'min-h-6 min-w-22 text-start font-medium wrap-anywhere underline decoration-edge ' +
      'underline-offset-3 hover:decoration-ink pointer-coarse:min-h-11'
    }
  >
    {item.username}
  </button>
)

function ClaimNote({ item: { claim } }: { item: Withdrawal }) {
  const { username } = useOperator()
  if (!claim || claim.operator === username) return null
  return (
    <p className="text-2xs text-warn">
      <Trans>{claim.operator} is working on it</Trans>
    </p>
  )
}
