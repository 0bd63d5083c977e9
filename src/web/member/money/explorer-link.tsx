import { Trans } from '@lingui/react/macro'
import { explorerLink } from '../../client/paths.ts'

/** A transaction, where anyone can look it up. */
export function ExplorerLink({ hash }: { hash: string }) {
  return (
    <a
      href={explorerLink(hash)}
      target="_blank"
      rel="noreferrer"
      className={
        'mt-2 inline-block text-sm break-all text-soft underline ' +
        'underline-offset-4 hover:text-ink'
      }
    >
      <Trans>
        Transaction {hash.slice(0, 8)}…{hash.slice(-8)}
      </Trans>
    </a>
  )
}
