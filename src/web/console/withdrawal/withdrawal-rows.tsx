import type { Withdrawal } from './queries.ts'
import { usdText } from '../../ui/format/money-text.ts'
import { joinClasses } from '../../ui/format/join-classes.ts'
import { useOperator } from '../session/operator-session.ts'
import { Age } from '../parts/queue/age.tsx'
import { Flags } from './flags.tsx'
import { useNow } from '../../client/use-now.ts'
/** What was promised to members, in hours. */
const PROMISED_HOURS = 48

type RowsProps = {
  items: Withdrawal[]
  openId: string | undefined
  onOpen: (id: string) => void
  chosen: ReadonlySet<string>
  onToggle: ((id: string) => void) | undefined
}

const CELL = 'px-3 py-2 align-middle first:pl-4 last:pr-4'

export function WithdrawalRows({ items, openId, onOpen, chosen, onToggle }: RowsProps) {
  const now = useNow(30_000)
  return (
    <div className="overflow-x-auto">
      <table aria-label="Waiting withdrawals" className="w-full text-[0.8125rem]">
        <thead>
          <tr className="border-b border-line text-left text-xs text-faint">
            {onToggle && (
              <th scope="col" className={CELL}>
                <span className="sr-only">Select</span>
              </th>
            )}
            {['Member', 'Amount', 'Age', 'Flags', 'Approvals'].map((label) => (
              <th
                key={label}
                scope="col"
                className={joinClasses(CELL, 'font-medium', label === 'Amount' && 'text-right')}
              >
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <tr
              key={item.id}
              className={joinClasses(
                'border-b border-line/70 last:border-0',
                item.id === openId ? 'bg-raised' : 'hover:bg-raised/50',
              )}
            >
              {onToggle && (
                <td className={CELL}>
                  <Choose item={item} chosen={chosen} onToggle={onToggle} />
                </td>
              )}
              <td className={CELL}>
                <OpenButton item={item} openId={openId} onOpen={onOpen} />
                <ClaimNote item={item} />
              </td>
              <td className={joinClasses(CELL, 'figures text-right font-medium')}>
                {usdText(item.amount)}
              </td>
              <td className={CELL}>
                <Age since={item.request_date} now={now} promisedHours={PROMISED_HOURS} />
              </td>
              <td className={CELL}>
                <Flags flags={item.flags} />
              </td>
              <td className={joinClasses(CELL, 'figures')}>{approvalsText(item)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

export const approvalsText = ({ approvals, approvals_needed: needed }: Withdrawal): string =>
  `${approvals.length} of ${needed}`

export function WithdrawalCards({ items, openId, onOpen, chosen, onToggle }: RowsProps) {
  const now = useNow(30_000)
  return (
    <ul aria-label="Waiting withdrawals">
      {items.map((item) => (
        <li key={item.id} className="flex gap-3 border-b border-line px-4 py-3 last:border-0">
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
            <p className="figures mt-1 text-xs text-faint">{approvalsText(item)} approvals</p>
            <ClaimNote item={item} />
          </div>
        </li>
      ))}
    </ul>
  )
}

type ChooseProps = Pick<RowsProps, 'chosen'> & { item: Withdrawal; onToggle: (id: string) => void }

function Choose({ item, chosen, onToggle }: ChooseProps) {
  return (
    <label className="grid size-6 place-items-center pointer-coarse:size-11">
      <input
        type="checkbox"
        aria-label={`Select withdrawal ${item.id} of ${item.username}`}
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
    aria-current={item.id === openId ? 'true' : undefined}
    onClick={() => onOpen(item.id)}
    className={
      'min-h-6 text-left font-medium break-all underline decoration-edge underline-offset-3 ' +
      'hover:decoration-ink pointer-coarse:min-h-11'
    }
  >
    {item.username}
  </button>
)

function ClaimNote({ item: { claim } }: { item: Withdrawal }) {
  const { username } = useOperator()
  if (!claim || claim.operator === username) return null
  return <p className="text-2xs text-warn">{claim.operator} is working on it</p>
}
