import { Badge } from '../../ui/badge.tsx'
import type { Webhook } from './queries.ts'

/** Whether an endpoint works. */
export function WebhookState({ webhook }: { webhook: Webhook }) {
  const { enabled, disabled_by: by, failing_since: failing } = webhook
  if (enabled) {
    return failing ? <Badge tone="warn">Failing</Badge> : <Badge tone="good">Works</Badge>
  }
  return by === null ? (
    <Badge tone="bad">Disabled after failures</Badge>
  ) : (
    <Badge tone="plain">Disabled</Badge>
  )
}
