import { t } from '@lingui/core/macro'
import { Mark } from '../../ui/logo.tsx'
import { useSession } from '../session/operator-session.ts'
import { SignIn } from '../sign-in/sign-in.tsx'
import { ChoosePassword } from '../sign-in/choose-password.tsx'
import { EnrolFirst } from '../sign-in/enrol-first.tsx'
import { isDevelopment } from '../parts/development-strip.tsx'
import { Frame } from './frame.tsx'

/** Shows the sign-in form at any address, and the requested page after signing in. */
export function Gate() {
  const session = useSession()
  if (session.status === 'loading') return <Waiting />
  if (session.status === 'out') return <SignIn notice={session.notice} />
  if (!isDevelopment) {
    const { totp_enrolled: hasApp, passkeys } = session.operator
    if (!hasApp && passkeys === 0) return <EnrolFirst />
    if (session.operator.must_change_password) return <ChoosePassword />
  }
  return <Frame key={session.operator.username} />
}

function Waiting() {
  return (
    <main className="grid min-h-dvh place-items-center">
      <div className="animate-appear text-center">
        <Mark className="mx-auto size-10 animate-pulse-soft" />
        <p className="mt-3 text-sm text-faint">{t`Loading…`}</p>
      </div>
    </main>
  )
}
