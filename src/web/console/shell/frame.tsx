import { useState } from 'react'
import { Link, Outlet } from 'react-router'
import { Dialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Mark } from '../../ui/logo.tsx'
import { ThemeToggle } from '../../ui/theme-toggle.tsx'
import { paths } from '../parts/console-paths.ts'
import { useOperator } from '../session/operator-session.ts'
import { ConfirmAgainDialog } from '../sign-in/confirm-again-dialog.tsx'
import { IdleGuard } from '../sign-in/idle-guard.tsx'
import { signOut } from '../session/start-session.ts'
import { DevelopmentStrip } from '../parts/development-strip.tsx'
import { FindMember } from './find-member.tsx'
import { Navigation } from './navigation.tsx'
import { SkipLink } from '../../ui/skip-link.tsx'

/** The frame of every page: navigation, who is signed in, and the session's dialogs. */
export function Frame() {
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink>Skip to content</SkipLink>
      <DevelopmentStrip />
      <TopBar />
      <div className="flex flex-1">
        <aside
          className={
            'sticky top-13 hidden h-[calc(100dvh-3.25rem)] w-60 shrink-0 overflow-y-auto ' +
            'border-r border-line px-2.5 py-4 lg:block'
          }
        >
          <Navigation />
        </aside>
        <main id="main" tabIndex={-1} className="min-w-0 flex-1 px-4 py-5 outline-none sm:px-6">
          <Outlet />
        </main>
      </div>
      <ConfirmAgainDialog />
      <IdleGuard />
    </div>
  )
}

function TopBar() {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <header
      className={
        'sticky top-0 z-20 flex h-13 items-center gap-2 border-b border-line bg-ground px-2 sm:px-4'
      }
    >
      <button
        type="button"
        aria-label="Menu"
        aria-expanded={open}
        onClick={() => setOpen(true)}
        className="grid size-11 place-items-center rounded-md hover:bg-raised lg:hidden"
      >
        <Icon name="menu" />
      </button>
      <Link to={paths.overview()} className="flex shrink-0 items-center gap-2 rounded-md sm:mr-3">
        <Mark className="size-6" />
        <span className="font-semibold tracking-tight whitespace-nowrap max-xs:sr-only">
          Twofold <span className="hidden font-normal text-faint sm:inline">console</span>
        </span>
      </Link>
      <FindMember />
      <div className="ml-auto flex min-w-0 items-center">
        <Person />
        <ThemeToggle />
      </div>
      <Dialog open={open} onClose={close} title="Menu">
        <Navigation onPick={close} />
      </Dialog>
    </header>
  )
}

function Person() {
  const { username, role } = useOperator()
  return (
    <>
      <Link
        to={paths.security()}
        className="flex h-11 min-w-0 items-center gap-2 rounded-md px-2 text-sm hover:bg-raised"
      >
        <Icon name="user" className="size-4.5 shrink-0 text-faint" />
        <span className="max-w-28 truncate font-medium">{username}</span>
        <span className="hidden text-faint lg:inline">{role}</span>
      </Link>
      <button
        type="button"
        onClick={() => void signOut()}
        className={
          'h-11 rounded-md px-2 text-sm whitespace-nowrap text-soft hover:bg-raised hover:text-ink'
        }
      >
        Sign out
      </button>
    </>
  )
}
