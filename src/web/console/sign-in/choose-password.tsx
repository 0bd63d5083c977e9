import { Button } from '../../ui/button.tsx'
import { signOut } from '../session/start-session.ts'
import { ConfirmAgainDialog } from './confirm-again-dialog.tsx'
import { OwnPassword } from './own-password.tsx'

/** A first password was made by someone else: a password of one's own comes before everything. */
export function ChoosePassword() {
  return (
    <main className="mx-auto grid min-h-dvh max-w-md content-center gap-5 px-4 py-10">
      <title>Your password · Twofold console</title>
      <div>
        <h1 className="text-2xl font-semibold">Choose your own password</h1>
        <p className="mt-1 text-sm text-soft">
          You signed in with a temporary password. Choose your own to open the console.
        </p>
      </div>
      <OwnPassword />
      <div>
        <Button kind="quiet" onClick={() => void signOut()}>
          Sign out
        </Button>
      </div>
      <ConfirmAgainDialog />
    </main>
  )
}
