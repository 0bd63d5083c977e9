'use no memo'

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { paths } from '../../client/paths.ts'
import { useLanguage } from '../../i18n/language.ts'
import { Card, PAGE, PageHead } from '../../ui/card.tsx'
import { IncomeDisclaimer } from '../../ui/income-disclaimer.tsx'

export const meta = () => [
  { title: t`Questions and answers · Twofold` },
  { name: 'description', content: t`What it costs, where rewards come from, and how money moves.` },
]

const LINK = 'underline underline-offset-4 hover:text-ink'

/** Amounts are on the pages that know the plans in force. These answers link to them. */
type Question = { ask: string; answer: ReactNode }

const aboutRewards = (language: string): Question[] => [
  {
    ask: t`What does it cost?`,
    answer: (
      <Trans>
        Registration is free. You pay a plan’s joining fee when you activate it, and there is no
        subscription.{' '}
        <Link to={paths.plan()} className={LINK}>
          All joining fees
        </Link>
      </Trans>
    ),
  },
  {
    ask: t`Where do rewards come from?`,
    answer: (
      <Trans>
        From the joining fees of other members, and from nothing else. Each reward names the
        activation that paid it.{' '}
        <Link to={paths.whereMoneyComesFrom()} className={LINK}>
          Where the money comes from
        </Link>
      </Trans>
    ),
  },
  {
    ask: t`How much will I earn?`,
    answer: (
      <Trans>
        We can’t know, and we promise nothing. Most members don’t complete a ladder.{' '}
        <a href={paths.transparency(language)} className={LINK}>
          What members earned
        </a>
      </Trans>
    ),
  },
]

const aboutMoney = (): Question[] => [
  {
    ask: t`Do I have to invite people?`,
    answer: (
      <Trans>
        No. Referrals of other members can fill positions on your board too, but nobody knows
        whether or when. A position pays only once it’s taken.
      </Trans>
    ),
  },
  {
    ask: t`How do I add money?`,
    answer: (
      <Trans>
        Send USDT or TRX on TRON (TRC20) to the address that your wallet shows. It’s yours alone,
        and the form shows the fee and the exact amount before you send. We credit the payment once
        the network has confirmed it.
      </Trans>
    ),
  },
  {
    ask: t`How do I withdraw?`,
    answer: (
      <Trans>
        Enter an amount and your TRON address. You see the fee and what arrives before you confirm.
        We review each withdrawal within 1–2 business days, and you can cancel it until it’s sent.
      </Trans>
    ),
  },
  {
    ask: t`I sent a payment and it doesn’t show. What now?`,
    answer: (
      <Trans>
        Open the deposit and press Verify Deposit with the transaction ID. It tells you whether the
        payment is still confirming, went to another address, or was already credited.
      </Trans>
    ),
  },
]

const aboutAccounts = (): Question[] => [
  {
    ask: t`How do I protect my account?`,
    answer: (
      <Trans>
        Add a passkey or two-step verification on the account page. After a change of your password,
        email, or wallet address we wait 24 hours before we pay out, and we email you.
      </Trans>
    ),
  },
  {
    ask: t`How do I close my account?`,
    answer: (
      <Trans>
        Withdraw your balance. Then choose “Close account” at the end of your account page, and
        confirm it from the email we send you. Your seats stay in the network, and our support can
        reopen the account.
      </Trans>
    ),
  },
]

export default function Faq() {
  const language = useLanguage()
  return (
    <div className={PAGE}>
      <PageHead title={t`Questions and answers`} intro={t`How membership works, in short.`} />
      <IncomeDisclaimer className="mt-6" />
      <Card className="mt-8 max-w-3xl px-5 sm:px-8" label={t`Questions and answers`}>
        {[...aboutRewards(language), ...aboutMoney(), ...aboutAccounts()].map(({ ask, answer }) => (
          <details key={ask} className="border-b border-line py-1 last:border-0">
            <summary className="min-h-11 cursor-pointer py-2.5 ps-4 -indent-4 font-medium">
              {ask}
            </summary>
            <p className="max-w-prose ps-4 pb-4 text-soft">{answer}</p>
          </details>
        ))}
      </Card>
      <p className="mt-6 text-soft">
        <Trans>
          Something else?{' '}
          <Link to={paths.contact()} className={LINK}>
            Write to us
          </Link>
          .
        </Trans>
      </p>
    </div>
  )
}
