import { lazyPart } from '../../ui/lazy-part.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TwoStep } from './two-step.tsx'

const ChangePassword = lazyPart(
  async () => (await import('./change-password.tsx')).ChangePassword,
  { waiting: <Skeleton className="h-96" />, missed: <LoadError /> },
)

const Passkeys = lazyPart(async () => (await import('./passkeys.tsx')).Passkeys, {
  waiting: <Skeleton className="h-52" />,
  missed: <LoadError />,
})

/** How the member signs in: the password, passkeys, and the second step. */
export function Security({ username }: { username: string }) {
  return (
    <>
      <ChangePassword username={username} />
      <Passkeys />
      <TwoStep />
    </>
  )
}
