import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { Link } from 'react-router'
import { Dialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Mark } from '../../ui/logo.tsx'
import { ThemeToggle } from '../../ui/theme-toggle.tsx'
import { paths } from '../parts/console-paths.ts'
import { FindMember } from './find-member.tsx'
import { LanguageSwitch } from '../parts/language-switch.tsx'
import { Navigation } from './navigation.tsx'
import { Person } from './person.tsx'

/** The search, the operator, and on a phone the menu. */
export function TopBar() {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <header
      className={
        'sticky top-0 z-20 flex h-13 items-center gap-2 border-b border-line bg-ground px-2 ' +
        'sm:px-4 print:hidden'
      }
    >
      <button
        type="button"
        aria-label={t`Menu`}
        aria-expanded={open}
        onClick={() => setOpen(true)}
        className="grid size-11 shrink-0 place-items-center rounded-md hover:bg-raised lg:hidden"
      >
        <Icon name="menu" />
      </button>
      <Link to={paths.overview()} className="flex shrink-0 items-center gap-2 rounded-md sm:me-3">
        <Mark className="size-6" />
        <span className="font-semibold tracking-tight whitespace-nowrap max-xs:sr-only">
          <Trans>
            Twofold <span className="hidden font-normal text-faint sm:inline">console</span>
          </Trans>
        </span>
      </Link>
      <FindMember />
      <div className="flex min-w-0 items-center md:ms-auto md:shrink-0">
        <Person />
        <LanguageSwitch className="max-lg:hidden" />
        <ThemeToggle />
      </div>
      <Dialog open={open} onClose={close} title={t`Menu`} wide>
        <Navigation onPick={close} />
        <LanguageSwitch className="mt-4" />
      </Dialog>
    </header>
  )
}
