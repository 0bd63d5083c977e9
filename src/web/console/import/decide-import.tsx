import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '../../ui/button.tsx'

type DecideImportProps = {
  /** What is decided about, for screen readers. */
  name: string
  isOwn: boolean
  approve: { isPending: boolean; mutate: () => void }
  discard: { isPending: boolean; mutate: () => void }
}

/** The two buttons under an import, or under a correction of one of its rows. */
export const DecideImport = ({ name, isOwn, approve, discard }: DecideImportProps) => (
  <div className="flex flex-wrap items-center gap-2">
    {isOwn ? (
      <span className="text-xs text-faint">
        <Trans>Another admin has to approve it.</Trans>
      </span>
    ) : (
      <Button
        size="small"
        kind="primary"
        pending={approve.isPending}
        onClick={approve.mutate}
        aria-label={t`Approve ${name}`}
      >
        <Trans>Approve</Trans>
      </Button>
    )}
    <Button
      size="small"
      kind="danger"
      pending={discard.isPending}
      onClick={discard.mutate}
      aria-label={t`Discard ${name}`}
    >
      <Trans>Discard</Trans>
    </Button>
  </div>
)
