import { lazyPart } from '../../ui/lazy-part.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TwoStep } from './two-step.tsx'

const ChangePassword = lazyPart(
  async () => (await import('./change-password.tsx')).ChangePassword,
  { waiting: <Skeleton className="h-96" />, missed: <LoadError /> },
)

/** How the member signs in: the password and the second step. */
export function Security({ username }: { username: string }) {
  return (
    <>
      <ChangePassword username={username} />
      <TwoStep />
    </>
  )
}
