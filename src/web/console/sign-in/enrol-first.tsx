import { Button } from '../../ui/button.tsx'
import { signOut } from '../session/start-session.ts'
import { EnrolTotp } from './enrol-totp.tsx'

/** With real money nobody comes in by a password alone: the second factor is set up first. */
export function EnrolFirst() {
  return (
    <main className="mx-auto grid min-h-dvh max-w-2xl content-center gap-5 px-4 py-10">
      <title>Second factor · Twofold console</title>
      <div>
        <h1 className="text-2xl font-semibold">Set up your second factor</h1>
        <p className="mt-1 text-sm text-soft">Set up an authenticator app to open the console.</p>
      </div>
      <EnrolTotp />
      <div>
        <Button kind="quiet" onClick={() => void signOut()}>
          Sign out
        </Button>
      </div>
    </main>
  )
}
