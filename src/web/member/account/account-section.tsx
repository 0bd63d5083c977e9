import { i18n } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import type { ReactNode } from 'react'

/** The parts of the page, in their order. */
const SECTIONS = {
  wallet: msg`Wallet`,
  profile: msg`Profile`,
  security: msg`Security`,
  settings: msg`Settings`,
  data: msg`Your data`,
}

type SectionProps = { id: keyof typeof SECTIONS; children: ReactNode; className?: string }

export const AccountSection = ({ id, children, className = '' }: SectionProps) => (
  <section id={id} aria-labelledby={`${id}-title`} className="scroll-mt-18">
    <h2 id={`${id}-title`} className="mb-3 text-xl font-semibold">
      {i18n._(SECTIONS[id])}
    </h2>
    <div className={`grid min-w-0 items-start gap-4 ${className}`}>{children}</div>
  </section>
)

/** Links to the parts of a page that is long on a phone. */
export const SectionLinks = () => (
  <nav
    aria-label={t`Sections of your account`}
    className={
      'mb-6 -mx-4 overflow-x-auto px-4 sm:-mx-6 sm:px-6 lg:sticky lg:top-22 lg:m-0 lg:p-0 ' +
      'print:hidden'
    }
  >
    <ul className="flex w-max gap-2 lg:w-auto lg:flex-col lg:gap-1">
      {Object.entries(SECTIONS).map(([id, label]) => (
        <li key={id}>
          <a
            href={`#${id}`}
            className={
              'inline-flex h-9 items-center rounded-md border border-edge/60 px-3 text-sm ' +
              'whitespace-nowrap text-soft hover:bg-raised hover:text-ink pointer-coarse:h-11 ' +
              'lg:flex lg:border-transparent'
            }
          >
            {i18n._(label)}
          </a>
        </li>
      ))}
    </ul>
  </nav>
)
