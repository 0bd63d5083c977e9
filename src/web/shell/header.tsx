'use no memo'

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { Link, NavLink, useLocation } from 'react-router'
import { openedPalette } from '../client/opened-palette.ts'
import { paths } from '../client/paths.ts'
import { useHydrated } from '../ui/use-hydrated.ts'
import { useSession } from '../session/session.ts'
import { Icon } from '../ui/icon.tsx'
import { joinClasses } from '../ui/format/join-classes.ts'
import { lazyPart } from '../ui/lazy-part.tsx'
import { Logo } from '../ui/logo.tsx'
import { ThemeToggle } from '../ui/theme-toggle.tsx'
import { FOR_MEMBERS, FOR_VISITORS, useAudience } from './audience.ts'
import { memberLinks, visitorLinks } from './links.ts'
import type { NavLinkItem } from './links.ts'
import { signOut } from '../session/sign-out.ts'

// Wide screens never open the menu, so we load it on demand.
const MobileMenu = lazyPart(async () => (await import('./mobile-menu.tsx')).MobileMenu)

const LINK =
  'inline-flex h-11 items-center rounded-md px-3 text-[0.9375rem] text-soft hover:text-ink ' +
  'aria-[current=page]:text-ink aria-[current=page]:font-medium'

export function Header() {
  const session = useSession()
  // The navigation in which the menu was opened. Back closes the menu, and so does a clicked link
  // that is still loading.
  const { key } = useLocation()
  const [openIn, setOpenIn] = useState('')
  const open = openIn === key
  const audience = useAudience()
  const either = audience === 'either'
  const member = session.status === 'member' ? session.user : null
  return (
    <header
      className={
        'sticky top-0 z-20 border-b border-line bg-ground/92 backdrop-blur-md print:hidden'
      }
    >
      <div className="mx-auto flex h-16 max-w-7xl items-center gap-2 px-4 sm:px-6">
        <Link
          to={audience === 'member' ? paths.dashboard() : paths.home()}
          aria-label={t`Twofold, start page`}
          className="flex"
        >
          <Logo />
        </Link>
        {audience !== 'member' && (
          <Links links={visitorLinks()} className={either && FOR_VISITORS} />
        )}
        {audience !== 'visitor' && (
          <Links links={memberLinks()} className={either && FOR_MEMBERS} />
        )}
        <div className="-me-3 ms-auto flex items-center gap-1">
          {audience !== 'member' && <VisitorEnd className={either && FOR_VISITORS} />}
          {audience !== 'visitor' && (
            <MemberEnd username={member?.username} className={either && FOR_MEMBERS} />
          )}
          <div className="hidden lg:block">
            <ThemeToggle />
          </div>
          <button
            type="button"
            aria-label={t`Menu`}
            aria-expanded={open}
            onClick={() => setOpenIn(key)}
            className={
              'grid size-11 place-items-center rounded-md text-ink hover:bg-raised lg:hidden'
            }
          >
            <Icon name="menu" />
          </button>
        </div>
      </div>
      <MobileMenu
        open={open}
        onClose={() => setOpenIn('')}
        username={member?.username}
        isMember={audience === 'member'}
      />
    </header>
  )
}

type PartProps = { className: string | false }

function Links({ links, className }: PartProps & { links: NavLinkItem[] }) {
  return (
    <nav
      aria-label={t`Main`}
      className={joinClasses('ms-6 hidden items-center lg:flex', className)}
    >
      {links.map((item) => (
        <NavLink key={item.label} to={item.to} className={LINK}>
          {item.label}
        </NavLink>
      ))}
    </nav>
  )
}

const END =
  'inline-flex h-10 items-center rounded-md border px-1.5 text-[0.9375rem] ' +
  'min-[21rem]:px-3 sm:px-4 pointer-coarse:h-11'

function VisitorEnd({ className }: PartProps) {
  return (
    <div className={joinClasses('me-1 flex gap-1 min-[21rem]:gap-2', className)}>
      <NavLink
        to={paths.login()}
        className={`${END} border-edge/60 font-medium hover:border-edge hover:bg-raised`}
      >
        <Trans>Login</Trans>
      </NavLink>
      <NavLink
        to={paths.register()}
        className={
          `${END} border-transparent bg-accent font-semibold text-on-accent ` +
          'hover:bg-accent-strong'
        }
      >
        <Trans context="button">Join</Trans>
      </NavLink>
    </div>
  )
}

/** The name comes last, and grows to the outside. */
function MemberEnd({ username, className }: PartProps & { username: string | undefined }) {
  return (
    <div className={joinClasses('hidden items-center lg:flex', className)}>
      <NavLink
        to={paths.account()}
        className={joinClasses(LINK, 'gap-2', username === undefined && 'invisible')}
      >
        <Icon name="user" className="size-4.5" />
        <span className="max-w-40 truncate">{username}</span>
      </NavLink>
      <button type="button" onClick={() => void signOut()} className={LINK}>
        <Trans>Logout</Trans>
      </button>
      <SearchButton />
    </div>
  )
}

/** Commands, members, and IDs. The button shows its shortcut. */
function SearchButton() {
  const isMac = useHydrated() && /Mac|iP/.test(navigator.platform)
  return (
    <button
      type="button"
      onClick={() => openedPalette.set('palette')}
      className={joinClasses(LINK, 'gap-2')}
    >
      <span className="sr-only">{t`Search commands`}</span>
      <Icon name="search" className="size-4.5" />
      <kbd className="min-w-15 rounded-sm border border-line px-1.5 text-center font-sans text-xs">
        {isMac ? '⌘ K' : 'Ctrl K'}
      </kbd>
    </button>
  )
}
