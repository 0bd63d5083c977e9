import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '../../ui/button.tsx'
import { useChange } from '../session/use-change.ts'
import type { ApiKey } from './queries.ts'

/** Asks before a key ends. */
export function RevokeForm({ apiKey, onDone }: { apiKey: ApiKey; onDone: () => void }) {
  const revoke = useChange('revokeApiKey', { done: t`Key revoked.`, onDone })
  return (
    <div className="grid gap-4">
      <p className="text-sm text-soft">
        <Trans>The program that uses it stops working at once.</Trans>
      </p>
      <Button
        kind="danger"
        pending={revoke.isPending}
        wide
        onClick={() => revoke.mutate({ params: { id: apiKey.id } })}
      >
        <Trans>Revoke</Trans>
      </Button>
    </div>
  )
}
