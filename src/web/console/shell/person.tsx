import { Trans } from '@lingui/react/macro'
import { Link } from 'react-router'
import { Icon } from '../../ui/icon.tsx'
import { paths } from '../parts/console-paths.ts'
import { wordsOf } from '../parts/list/filter.ts'
import { useOperator } from '../session/operator-session.ts'
import { signOut } from '../session/start-session.ts'

/** The signed-in operator, and the sign-out button. */
export function Person() {
  const { username, role } = useOperator()
  return (
    <>
      <Link
        to={paths.security()}
        className="flex h-11 min-w-0 items-center gap-2 rounded-md px-2 text-sm hover:bg-raised"
      >
        <Icon name="user" className="size-4.5 shrink-0 text-faint" />
        <span className="max-w-28 truncate font-medium" title={username}>
          {username}
        </span>
        <span className="hidden text-faint lg:inline">{wordsOf(role).toLowerCase()}</span>
      </Link>
      <button
        type="button"
        onClick={() => void signOut()}
        className={
          'grid h-11 min-w-11 shrink-0 place-items-center rounded-md px-2 text-sm ' +
          'whitespace-nowrap text-soft hover:bg-raised hover:text-ink'
        }
      >
        <Icon name="exit" className="size-5 sm:hidden" />
        <span className="max-sm:sr-only">
          <Trans>Sign out</Trans>
        </span>
      </button>
    </>
  )
}
