'use no memo'

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { IncomeDisclaimer } from '../../ui/income-disclaimer.tsx'
import { NetworkFigure } from '../plan/network-figure.tsx'
import { planLines } from '../plan/plan-lines.ts'
import { JoinLinks } from '../plan/join-links.tsx'

export function Hero() {
  const [bronze, silver] = planLines()
  if (!bronze || !silver) return null
  return (
    <section className="border-b border-line">
      <div
        className={
          'mx-auto grid max-w-7xl items-center gap-x-16 gap-y-12 px-4 py-14 sm:px-6 ' +
          'sm:py-20 lg:grid-cols-[1.05fr_1fr]'
        }
      >
        <div>
          <h1
            className={'text-4xl leading-[1.06] font-semibold tracking-[-0.035em] sm:text-[3.5rem]'}
          >
            <Trans>
              Two below you. <br />
              Every cent accounted&nbsp;for.
            </Trans>
          </h1>
          <p className="mt-6 max-w-xl text-lg text-soft">
            <Trans>
              Twofold is a membership built on a two-sided network. Five plans, fixed rewards, and a
              double-entry ledger that shows whose joining fee paid each reward.
            </Trans>
          </p>
          <div className="mt-8 flex flex-wrap gap-3">
            <JoinLinks />
          </div>
          <IncomeDisclaimer className="mt-8 max-w-xl" />
        </div>
        <figure>
          <NetworkFigure
            title={t`A Bronze board: you at the top, six below; each pays ${bronze.level1}`}
            pays={{ level1: bronze.level1, level2: bronze.level2 }}
          />
          <figcaption className="figures mx-auto mt-4 max-w-md text-[0.9375rem]">
            <Sum label={t`Level 1, two positions at ${bronze.level1}`} amount={bronze.level1Sum} />
            <Sum label={t`Level 2, four positions at ${bronze.level2}`} amount={bronze.level2Sum} />
            <div
              className={
                'rule-total mt-1 flex justify-between gap-4 border-t border-t-edge ' +
                'py-1.5 font-semibold'
              }
            >
              <span>
                <Trans>A full Bronze board pays</Trans>
              </span>
              <span>{bronze.total}</span>
            </div>
            <p className="mt-2 text-end text-sm text-soft">
              <Trans>exactly the Silver joining fee, {silver.fee}</Trans>
            </p>
          </figcaption>
        </figure>
      </div>
    </section>
  )
}

function Sum({ label, amount }: { label: string; amount: string }) {
  return (
    <div className="flex justify-between gap-4 py-1 text-soft">
      <span>{label}</span>
      <span>{amount}</span>
    </div>
  )
}
