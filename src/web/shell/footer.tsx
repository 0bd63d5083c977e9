'use no memo'

import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { paths } from '../client/paths.ts'
import { useLanguage } from '../i18n/language.ts'
import { entityText, supportChannels } from '../visitor/contact/support.ts'
import { Logo } from '../ui/logo.tsx'
import { FOR_MEMBERS, useAudience } from './audience.ts'
import { LanguageChoice } from './language-choice.tsx'

const LINK =
  'inline-flex min-h-8 items-center py-1 leading-snug text-soft hover:text-ink hover:underline'

export function Footer() {
  const { email, telegram } = supportChannels()
  return (
    <footer className="print:hidden mt-12 border-t border-line">
      <div
        className={
          'mx-auto grid max-w-7xl grid-cols-[1fr_auto] gap-x-4 gap-y-8 px-4 py-10 text-sm ' +
          'sm:px-6 md:grid-cols-[1fr_auto_auto] md:gap-x-16'
        }
      >
        <About />
        <QuickLinks />
        <section aria-labelledby="footer-contact">
          <h2 id="footer-contact" className="mb-2 font-semibold">
            <Trans>Contact</Trans>
          </h2>
          <ul>
            <li>
              <a href={`mailto:${email}`} className={LINK}>
                {email}
              </a>
            </li>
            <li className="has-[[href='']]:hidden">
              <a href={telegram} rel="noreferrer" className={LINK}>
                Telegram
              </a>
            </li>
          </ul>
          <LanguageChoice />
        </section>
        <p className="col-span-full text-soft empty:hidden">{entityText()}</p>
      </div>
    </footer>
  )
}

function QuickLinks() {
  const audience = useAudience()
  const language = useLanguage()
  return (
    <nav aria-labelledby="footer-links">
      <h2 id="footer-links" className="mb-2 font-semibold">
        <Trans>Quick Links</Trans>
      </h2>
      <ul>
        <FooterLink to={paths.home()}>
          <Trans>Home</Trans>
        </FooterLink>
        <FooterLink to={paths.plan()}>
          <Trans>Plan</Trans>
        </FooterLink>
        <FooterLink to={paths.contact()}>
          <Trans>Contact Us</Trans>
        </FooterLink>
        <FooterLink to={paths.faq()}>
          <Trans>Questions and Answers</Trans>
        </FooterLink>
        <FooterLink to={paths.terms()}>
          <Trans>Terms</Trans>
        </FooterLink>
        <FooterLink to={paths.privacy()}>
          <Trans>Privacy Notice</Trans>
        </FooterLink>
        <li>
          <a href={paths.transparency(language)} className={LINK}>
            <Trans>What Members Earned</Trans>
          </a>
        </li>
        <li>
          <a href={paths.status(language)} className={LINK}>
            <Trans>Status</Trans>
          </a>
        </li>
        {audience !== 'visitor' && (
          <FooterLink to={paths.dashboard()} className={audience === 'either' ? FOR_MEMBERS : ''}>
            <Trans>Dashboard</Trans>
          </FooterLink>
        )}
      </ul>
    </nav>
  )
}

const About = () => (
  <section aria-labelledby="footer-about" className="col-span-2 max-w-md md:col-span-1">
    <Logo />
    <h2 id="footer-about" className="sr-only">
      <Trans>About</Trans>
    </h2>
    <p className="mt-4 text-soft">
      <Trans>
        Twofold is a membership with a two-sided network and a ledger that accounts for every cent.
        Rewards are paid out of the joining fees of other members; most members do not complete a
        ladder.{' '}
        <Link to={paths.whereMoneyComesFrom()} className="underline hover:text-ink">
          Where the money comes from
        </Link>
      </Trans>
    </p>
  </section>
)

type FooterLinkProps = { to: string; className?: string; children: ReactNode }

function FooterLink({ to, className, children }: FooterLinkProps) {
  return (
    <li className={className}>
      <Link to={to} className={LINK}>
        {children}
      </Link>
    </li>
  )
}
