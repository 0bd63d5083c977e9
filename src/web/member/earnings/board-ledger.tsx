import { t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import type { CallAnswer } from '../../../contract/call.ts'
import { paths } from '../../client/paths.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { joinClasses } from '../../ui/format/join-classes.ts'
import { usdText } from '../../ui/format/money-text.ts'
import { PlanBadge } from '../../ui/plan/plan-mark.tsx'
import { dateText } from '../../ui/format/time-text.ts'
import { BoardOdds } from './board-odds.tsx'
import { BoardMeter } from '../plans/board-meter.tsx'
import { ExplainButton } from '../explain/explain-button.tsx'
import { Detail } from '../../ui/details.tsx'

type Board = CallAnswer<'getBoard'>
type Position = Board['positions'][number]

/** A board as an account: income by position, what is missing, and how the money was used. */
export function BoardLedger({ board }: { board: Board }) {
  return (
    <div className="mt-5 grid gap-x-10 gap-y-6 lg:grid-cols-[1.4fr_1fr]">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-3">
          <PlanBadge plan={board.plan.name} />
          <span className="figures text-sm text-soft">{board.profile_id}</span>
        </p>
        <ul aria-label={t`Positions`} className="mt-3">
          {board.positions.map((position) => (
            <PositionRow key={position.position} position={position} />
          ))}
        </ul>
        <dl className="figures rule-total mt-1 border-t border-edge py-2">
          <div className="flex justify-between gap-4 font-semibold">
            <dt>
              <Trans>Paid so far</Trans>
            </dt>
            <dd>{usdText(board.earned)}</dd>
          </div>
          {board.filled < 6 && (
            <div className="mt-1 flex justify-between gap-4 text-soft">
              <dt>
                <Trans>Still to earn if every position is filled</Trans>
              </dt>
              <dd>{usdText(board.missing)}</dd>
            </div>
          )}
        </dl>
      </div>
      <div className="grid content-start gap-5">
        <BoardMeter filled={board.filled} />
        <BoardOdds board={board} />
        <Spent board={board} />
      </div>
    </div>
  )
}

function PositionRow({ position }: { position: Position }) {
  const { position: name, username, profile_id: id, taken_at: at, amount } = position
  return (
    <li className="figures flex items-center gap-4 border-t border-line py-2.5">
      <span className="w-7 shrink-0 text-sm font-semibold text-faint">{name}</span>
      <span className="min-w-0 flex-1">
        <span
          className={joinClasses('block wrap-anywhere', username ? 'font-medium' : 'text-faint')}
        >
          {username ?? t`Empty`}
        </span>
        {id && at && (
          <span className="block text-sm text-faint">
            {id}, {dateText(at)}
          </span>
        )}
      </span>
      {id ? (
        <ExplainButton profileId={id} label={t`${usdText(amount)} from ${name}: explain`}>
          {usdText(amount)}
        </ExplainButton>
      ) : (
        <span className="text-sm text-faint">
          <Trans>{usdText(amount)} when taken</Trans>
        </span>
      )}
    </li>
  )
}

/** What the board's money bought: its own seat first, then what the full board paid for. */
function Spent({ board }: { board: Board }) {
  const [first, ...more] = board.next
  const waiting = board.next.filter(({ active }) => !active)
  return (
    <section aria-label={t`Where the money went`}>
      <h3 className="font-semibold">
        <Trans>Where the money went</Trans>
      </h3>
      <dl className="figures mt-2 text-[0.9375rem]">
        {board.fee && <Detail term={t`Cost of this seat`}>{`−${usdText(board.fee)}`}</Detail>}
        {board.next
          .filter(({ active }) => active)
          .slice(0, 12)
          .map((next) => (
            <Detail
              key={next.profile_id}
              term={
                next.kind === 'upgrade' ? t`Upgrade to ${next.plan}` : t`Re-entry at ${next.plan}`
              }
            >{`−${usdText(next.fee)}`}</Detail>
          ))}
      </dl>
      <p className="mt-3 text-sm text-soft">
        {board.filled < 6 && t`The board isn’t complete yet, so it hasn’t paid for anything.`}
        {first && more.length === 0 && t`The complete board opened ${first.profile_id}.`}
        {more.length > 0 && t`The complete board opened ${board.next.length} profiles.`}
      </p>
      {waiting.length > 0 && (
        <div className="mt-3 text-sm">
          <p className="text-warn">
            <Plural
              value={waiting.length}
              one="# of them isn’t active yet. Activate it once your balance covers its fee."
              other="# of them aren’t active yet. Activate each once your balance covers its fee."
            />
          </p>
          <div className="mt-2">
            <ButtonLink size="small" icon="check" to={paths.myTree()}>
              <Trans>Activate</Trans>
            </ButtonLink>
          </div>
        </div>
      )}
    </section>
  )
}
