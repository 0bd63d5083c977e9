import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { groupThousands } from '../../client/format/number-text.ts'
import { usdText } from '../../ui/format/money-text.ts'
import { worthText } from '../parts/worth-text.ts'
import type { OverviewAnswer } from './queries.ts'

const count = (value: number) => groupThousands(String(value))

/** The most important figures. */
export function Figures({ overview }: { overview: OverviewAnswer }) {
  const { members, money, profiles } = overview
  const active = profiles.reduce((sum, plan) => sum + plan.active, 0)
  const lag = overview.chain_lag_seconds
  return (
    <dl
      className={
        'grid grid-cols-2 gap-px overflow-hidden rounded-lg border border-line bg-line ' +
        'md:grid-cols-3 xl:grid-cols-6'
      }
    >
      <Figure label={t`Owed to members`} value={usdText(money.owed)} />
      <Figure
        label={t`Custody value`}
        value={money.custody_value_usd === null ? t`no rate` : worthText(money.custody_value_usd)}
        note={<Solvency solvent={money.solvent} />}
      />
      <Figure
        label={t`Members`}
        value={count(members.total)}
        note={
          // The list of members has the company's own account as well.
          <Trans>
            {count(members.verified)} verified, {count(members.suspended)} suspended. The company
            isn’t counted.
          </Trans>
        }
      />
      <Figure label={t`Active profiles`} value={count(active)} />
      <Figure label={t`Chain lag`} value={lag === null ? t`no block yet` : t`${count(lag)} s`} />
      <Figure
        label={t`Failed emails today`}
        value={count(overview.mails_failed_today)}
        note={t`${count(overview.queues.mails)} waiting`}
      />
    </dl>
  )
}

function Figure({ label, value, note }: { label: string; value: ReactNode; note?: ReactNode }) {
  return (
    <div className="min-w-0 bg-sheet px-4 py-3">
      <dt className="text-xs text-faint">{label}</dt>
      <dd className="figures mt-0.5 text-lg font-semibold wrap-anywhere">{value}</dd>
      {note && <dd className="text-xs text-soft">{note}</dd>}
    </div>
  )
}

function Solvency({ solvent }: { solvent: boolean | null }) {
  if (solvent === null)
    return (
      <>
        <Trans>solvency unknown</Trans>
      </>
    )
  return solvent ? (
    <span className="text-good">
      <Trans>covers what is owed</Trans>
    </span>
  ) : (
    <span className="font-semibold text-bad">
      <Trans>less than is owed</Trans>
    </span>
  )
}
