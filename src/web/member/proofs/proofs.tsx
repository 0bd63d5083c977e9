import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { paths } from '../../client/paths.ts'
import { useLanguage } from '../../i18n/language.ts'
import { Card, PAGE, PageHead } from '../../ui/card.tsx'
import { Empty, ErrorPanel } from '../../ui/notice.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { ProofRow } from './proof-row.tsx'
import { proofsQuery } from './queries.ts'

export const meta = () => [{ title: t`Proofs · Twofold` }]

const LINK = 'underline underline-offset-4'

export default function Proofs() {
  const language = useLanguage()
  return (
    <div className={PAGE}>
      <PageHead
        title={t`Proofs`}
        intro={
          <Trans>
            What we owed you each day, and the proof that the debts we signed include it. You don’t
            have to take our word for it.
          </Trans>
        }
      />
      <Card label={t`Proofs by day`} className="mt-8 p-5 sm:p-6">
        <Days />
      </Card>
      <section className="mt-6 max-w-2xl text-sm text-soft">
        <h2 className="font-semibold text-ink">
          <Trans>Check without us</Trans>
        </h2>
        <p className="mt-1">
          <Trans>
            The check above runs in your browser, but we serve it and the keys. To check without
            trusting us, save the verifier and the keys once, and check downloaded files with them.
            Receipts of your entries are on the Statements page.
          </Trans>
        </p>
        <ul className="mt-2 flex flex-wrap gap-x-5 gap-y-2">
          <li>
            <a className={LINK} href={paths.verifier()}>
              <Trans>Open the verifier</Trans>
            </a>
          </li>
          <li>
            <a className={LINK} href="/log/keys" download="keys.txt">
              <Trans>Save the keys</Trans>
            </a>
          </li>
          <li>
            <a className={LINK} href="/log/checkpoint" download="checkpoint.txt">
              <Trans>Save the checkpoint</Trans>
            </a>
          </li>
          <li>
            <a className={LINK} href={paths.checkGuide(language)}>
              <Trans>How to check a day</Trans>
            </a>
          </li>
        </ul>
      </section>
    </div>
  )
}

function Days() {
  const { data, error, refetch } = useQuery(proofsQuery)
  if (error && !data) {
    return (
      <ErrorPanel
        error={error}
        title={t`Failed to load your proofs`}
        onRetry={() => void refetch()}
      />
    )
  }
  if (!data) return <SkeletonRows rows={4} label={t`Loading your proofs…`} />
  if (data.results.length === 0) {
    return (
      <Empty
        icon="clock"
        title={t`No proofs yet`}
        text={t`Your first proof appears here after 00:05 UTC on the day after you joined.`}
      />
    )
  }
  return (
    <ul className="-mt-4">
      {data.results.map((proof) => (
        <ProofRow key={proof.day} proof={proof} />
      ))}
    </ul>
  )
}
