import { Button } from '../../ui/button.tsx'
import { useChange } from '../session/use-change.ts'
import type { ApiKey } from './queries.ts'

/** Asks before a key ends. */
export function RevokeForm({ apiKey, onDone }: { apiKey: ApiKey; onDone: () => void }) {
  const revoke = useChange('revokeApiKey', { done: 'Key revoked.', onDone })
  return (
    <div className="grid gap-4">
      <p className="text-sm text-soft">The program that uses it stops working at once.</p>
      <Button
        kind="danger"
        pending={revoke.isPending}
        wide
        onClick={() => revoke.mutate({ params: { id: apiKey.id } })}
      >
        Revoke
      </Button>
    </div>
  )
}
