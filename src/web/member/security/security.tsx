import { lazyPart } from '../../ui/lazy-part.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ChangePassword } from './change-password.tsx'
import { Sessions } from './sessions.tsx'
import { TwoStep } from './two-step.tsx'

const Passkeys = lazyPart(async () => (await import('./passkeys.tsx')).Passkeys, {
  waiting: <Skeleton className="h-52" />,
  missed: <LoadError />,
})

/** How the member signs in: the password, passkeys, the second step, and where. */
export function Security({ username }: { username: string }) {
  return (
    <div className="grid min-w-0 items-start gap-4 xl:grid-cols-2">
      <div className="grid min-w-0 gap-4">
        <ChangePassword username={username} />
        <TwoStep />
      </div>
      <div className="grid min-w-0 gap-4">
        <Passkeys />
        <Sessions />
      </div>
    </div>
  )
}
