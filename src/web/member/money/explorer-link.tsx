import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { explorerLink, testExplorerLink } from '../../client/paths.ts'
import { chainQuery } from './queries.ts'

/** A transaction, where anyone can look it up. */
export function ExplorerLink({ hash }: { hash: string }) {
  const { data: chain } = useQuery(chainQuery)
  const link = chain?.test_faucet ? testExplorerLink : explorerLink
  return (
    <a
      href={link(hash)}
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
