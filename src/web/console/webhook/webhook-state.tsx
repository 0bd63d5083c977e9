import { Trans } from '@lingui/react/macro'
import { Badge } from '../../ui/badge.tsx'
import type { Webhook } from './queries.ts'

/** Whether an endpoint works. */
export function WebhookState({ webhook }: { webhook: Webhook }) {
  const { enabled, disabled_by: by, failing_since: failing } = webhook
  if (enabled) {
    return failing ? (
      <Badge tone="warn">
        <Trans>Failing</Trans>
      </Badge>
    ) : (
      <Badge tone="good">
        <Trans>Works</Trans>
      </Badge>
    )
  }
  return by === null ? (
    <Badge tone="bad">
      <Trans>Disabled after failures</Trans>
    </Badge>
  ) : (
    <Badge tone="plain">
      <Trans>Disabled</Trans>
    </Badge>
  )
}
