import { t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import { Loaded } from '../../ui/table/loaded.tsx'
import { Head } from '../parts/head.tsx'
import { CustodyTroubles } from './custody-troubles.tsx'
import { JobList } from './job-list.tsx'
import { Reconciliation } from './reconciliation.tsx'
import { custodyQuery } from './queries.ts'
import { CheckLedger } from './check-ledger.tsx'
import { ChainNodes } from './chain-nodes.tsx'
import { Coins } from './coins.tsx'
import { RateSources } from './rate-sources.tsx'

/** The product's foundations: coins against the ledger, nodes, rates, jobs. */
export function SystemPage() {
  const report = useQuery(custodyQuery)
  return (
    <>
      <Head title={t`System`} intro={t`On-chain balances, nodes, rates, and jobs.`}>
        <CheckLedger />
      </Head>
      <Loaded
        query={report}
        loading={t`Loading the system status`}
        failed={t`We couldn’t load the system status`}
      >
        {(data) => (
          <div className="mt-4 grid items-start gap-4 xl:grid-cols-2">
            <div className="grid min-w-0 gap-4">
              <CustodyTroubles report={data} />
              <Reconciliation state={data.reconciliation} />
            </div>
            <div className="grid min-w-0 gap-4">
              <Coins report={data} />
              <ChainNodes nodes={data.nodes} />
              <RateSources report={data} />
            </div>
            <div className="min-w-0 xl:col-span-2">
              <JobList />
            </div>
          </div>
        )}
      </Loaded>
    </>
  )
}
