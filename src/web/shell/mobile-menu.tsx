'use no memo'

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useEffect, useRef } from 'react'
import { NavLink } from 'react-router'
import { openedPalette } from '../client/opened-palette.ts'
import { paths } from '../client/paths.ts'
import { Icon } from '../ui/icon.tsx'
import { ThemeToggle } from '../ui/theme-toggle.tsx'
import { memberLinks, visitorLinks } from './links.ts'
import { signOut } from '../session/sign-out.ts'
import type { NavLinkItem } from './links.ts'

const ROW =
  'flex h-13 w-full items-center gap-4 rounded-md px-3 text-base text-soft hover:bg-raised ' +
  'hover:text-ink aria-[current=page]:bg-raised aria-[current=page]:font-medium ' +
  'aria-[current=page]:text-ink'

// A click next to the menu closes it too. The types don't know the attribute yet.
const CLOSED_BY_ANY: object = { closedby: 'any' }

type MobileMenuProps = {
  open: boolean
  onClose: () => void
  isMember: boolean
  username: string | undefined
}

/**
 * The slide-in menu. It is the browser's own modal dialog, so focus stays in it, Escape closes it,
 * and visitor pages need no dialog library.
 */
export function MobileMenu({ open, onClose, isMember, username }: MobileMenuProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    if (open) dialog.current?.showModal()
    else dialog.current?.close()
  }, [open])
  const close = () => dialog.current?.close()
  const search = () => {
    close()
    openedPalette.set('palette')
  }
  const last: NavLinkItem[] = isMember
    ? [{ label: username ?? t`Account`, to: paths.account(), icon: 'user' }]
    : [
        { label: t`Login`, to: paths.login(), icon: 'user' },
        { label: t({ message: 'Join', context: 'button' }), to: paths.register(), icon: 'plus' },
      ]
  return (
    <dialog
      ref={dialog}
      aria-label={t`Menu`}
      onClose={onClose}
      {...CLOSED_BY_ANY}
      className={
        'm-0 ms-auto h-dvh max-h-none w-80 max-w-[86vw] border-s border-line ' +
        'bg-sheet text-ink backdrop:bg-black/55 open:flex open:flex-col ' +
        'open:animate-slide-in'
      }
    >
      <div className="flex h-16 items-center justify-between border-b border-line pe-2 ps-4">
        <ThemeToggle />
        <button
          type="button"
          aria-label={t`Close menu`}
          onClick={close}
          className="grid size-11 place-items-center rounded-md text-soft hover:bg-raised"
        >
          <Icon name="close" />
        </button>
      </div>
      <nav aria-label={t`Menu`} className="flex-1 overflow-y-auto p-3">
        {[...(isMember ? memberLinks() : visitorLinks()), ...last].map((item) => (
          <NavLink key={item.to} to={item.to} onClick={close} className={ROW}>
            <Icon name={item.icon} />
            <span className="truncate">{item.label}</span>
          </NavLink>
        ))}
        {isMember && (
          <button type="button" onClick={search} className={ROW}>
            <Icon name="search" />
            <Trans>Search</Trans>
          </button>
        )}
        {isMember && (
          <button type="button" onClick={() => void signOut()} className={ROW}>
            <Icon name="exit" />
            <Trans>Logout</Trans>
          </button>
        )}
      </nav>
    </dialog>
  )
}
