import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { CallAnswer } from '../../../contract/call.ts'
import { groupThousands } from '../../client/format/number-text.ts'
import { Detail } from '../../ui/details.tsx'

type Board = CallAnswer<'getBoard'>
type Share = NonNullable<Board['odds']>['within'][number]

/** A range in boards per hundred, rounded outward so that it promises no more. */
function rangeText({ low, high }: Share): string {
  const [least, most] = [Math.floor(low / 10), Math.ceil(high / 10)]
  return least === most ? t`${least} of 100` : t`${least} to ${most} of 100`
}

/** How similar boards developed, with as many positions for as long. Never an amount of money. */
export function BoardOdds({ board: { odds, plan } }: { board: Board }) {
  if (!odds) return null
  const { of, level, within } = odds
  const boards = groupThousands(String(of))
  return (
    <section aria-label={t`Boards like yours`}>
      <h3 className="font-semibold">
        <Trans>Boards like yours</Trans>
      </h3>
      {within.length === 0 ? (
        <p className="mt-2 text-sm text-soft">
          <Trans>There are too few boards like yours to say how they turned out.</Trans>
        </p>
      ) : (
        <>
          <p className="mt-2 text-sm text-soft">
            <Trans>
              {boards} {plan.name} boards had {level} of 6 positions filled for as long as yours.
              Here’s how many of them were complete:
            </Trans>
          </p>
          <dl className="figures mt-2 text-[0.9375rem]">
            {within.map((share) => (
              <Detail key={share.days} term={t`${share.days} days later`}>
                {rangeText(share)}
              </Detail>
            ))}
          </dl>
          <p className="mt-2 text-sm text-soft">
            <Trans>Nobody can promise that yours will be.</Trans>
          </p>
        </>
      )}
    </section>
  )
}
