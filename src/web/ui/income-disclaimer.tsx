'use no memo'

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link } from 'react-router'
import { exampleDisclosure } from '../../contract/pages.ts'
import { paths } from '../client/paths.ts'
import { useLanguage } from '../i18n/language.ts'
import type { Language } from '../i18n/languages.ts'
import { joinClasses } from './format/join-classes.ts'

const LINK =
  'font-medium text-ink underline decoration-edge underline-offset-3 hover:decoration-ink'

/** The server replaces this example with today's sentence in every page. */
export const disclosureText = (language: Language): string =>
  (typeof document === 'undefined'
    ? undefined
    : document.querySelector<HTMLMetaElement>(`meta[name=disclosure-${language}]`)?.content) ??
  exampleDisclosure(language)

/** Members' actual earnings in one sentence, with a link to all figures. */
export function Disclosure({ className }: { className?: string }) {
  const language = useLanguage()
  return (
    <p className={className}>
      {disclosureText(language)}{' '}
      <a href={paths.transparency(language)} className={LINK}>
        <Trans>See all figures</Trans>
      </a>
    </p>
  )
}

/** On every page about rewards: who pays for them, and that most members don't get far. */
export function IncomeDisclaimer({ className }: { className?: string }) {
  return (
    <aside
      aria-label={t`About rewards`}
      className={joinClasses('border-s-2 border-edge ps-4 text-sm text-soft', className)}
    >
      <p className="max-w-3xl">
        <Trans>
          No income is promised here. Rewards are paid out of the joining fees of other members, so
          they depend on others joining below you. Most members do not complete a ladder.{' '}
          <Link to={paths.whereMoneyComesFrom()} className={LINK}>
            Where the money comes from
          </Link>
        </Trans>
      </p>
      <Disclosure className="mt-2 max-w-3xl" />
    </aside>
  )
}
