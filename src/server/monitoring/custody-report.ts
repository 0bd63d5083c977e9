import type { z } from 'zod'
import type { CustodyReport } from '../../contract/subjects/custody.ts'
import type { Db } from '../../db/types.ts'
import { formatDecimal, formatUnits, formatUsd } from '../../domain/money/money.ts'
import type { NodeHealth } from '../../tron/quorum/node-set.ts'
import type { Context } from '../context.ts'
import { readReconciliation, type Reconciliation } from '../custody/reconciliation/passes.ts'
import { readCustody, readDifferences } from '../custody/queries.ts'
import { route, type Route } from '../http/route.ts'
import { liveRate, rateSourceStates } from '../rate/queries.ts'
import { readPauses } from '../pauses/pauses.ts'
import { readQuarantined } from '../payout/quarantine.ts'
import { readUnexplained } from '../payout/unexplained/compare-outgoing.ts'

type Report = z.infer<typeof CustodyReport>

/** The coins on chain, in the ledger and owed; pauses with their reasons; rates and nodes. */
async function reportCustody({ read, config, tron }: Context): Promise<Report> {
  const live = await liveRate(read)
  const { coins, owedMicros, valueMicros, solvent, checkedSince } = await readCustody(
    read,
    live?.rateE8 ?? null,
  )
  return {
    coins: coins.map((each) => ({
      asset: each.coin,
      on_chain: checkedSince === null ? null : formatUnits(each.chain),
      in_ledger: formatUnits(each.ledger),
      unattributed: formatUnits(each.unattributed),
      value_usd: each.valueMicros === null ? null : formatUsd(each.valueMicros),
    })),
    owed: formatUsd(owedMicros),
    value_usd: valueMicros === null ? null : formatUsd(valueMicros),
    solvent,
    checked_since: checkedSince?.toISOString() ?? null,
    ...(await readRests(read)),
    differences: (await readDifferences(read)).map(showDifference),
    reconciliation: showReconciliation(await readReconciliation(read)),
    float_limit_usd: formatUsd(config.floatLimitMicros),
    usdt_payouts: config.usdtPayouts,
    rate: live && {
      rate: formatDecimal(live.rateE8, 0, 8),
      as_of: live.asOf.toISOString(),
      sources: live.sources,
    },
    rate_sources: (await rateSourceStates(read)).map(({ name, rateE8, askedAt, trouble }) => ({
      name,
      rate: rateE8 === null ? null : formatDecimal(rateE8, 0, 8),
      asked_at: askedAt.toISOString(),
      trouble,
    })),
    // As seen by this process. Separate workers report theirs in their own log.
    nodes: tron.health().map(showNode),
  }
}

/** Why all or some payouts are paused. */
async function readRests(db: Db): Promise<Pick<Report, 'pauses' | 'troubles' | 'unexplained'>> {
  const [pauses, quarantined, unexplained] = await Promise.all([
    readPauses(db),
    readQuarantined(db),
    readUnexplained(db),
  ])
  return {
    pauses: pauses.map(({ reason, detail, since }) => {
      return { reason, detail, since: since.toISOString() }
    }),
    troubles: quarantined.map(({ withdrawal_no: no, detail, since }) => {
      return { withdrawal: String(no), detail, since: since.toISOString() }
    }),
    unexplained: unexplained.map(({ txid, detail, found_at: at }) => {
      return { transaction_hash: txid, detail, found_at: at.toISOString() }
    }),
  }
}

const pair = (chain: bigint, ledger: bigint) => ({
  on_chain: formatUnits(chain),
  in_ledger: formatUnits(ledger),
})

type DifferenceRow = Awaited<ReturnType<typeof readDifferences>>[number]

function showDifference(row: DifferenceRow): Report['differences'][number] {
  return {
    address: row.address,
    trx: pair(row.chain_trx, row.ledger_trx),
    usdt: pair(row.chain_usdt, row.ledger_usdt),
    since: (row.differs_since ?? row.checked_at).toISOString(),
  }
}

const showReconciliation = ({ startedAt, finishedAt, ...counts }: Reconciliation) => ({
  ...counts,
  pass_started_at: startedAt?.toISOString() ?? null,
  last_pass_finished_at: finishedAt?.toISOString() ?? null,
})

const showNode = ({ host, isUsable, trouble, finalNumber }: NodeHealth) => ({
  host,
  usable: isUsable,
  trouble: trouble ? `${trouble.kind}: ${trouble.detail}` : null,
  solid_block: finalNumber,
})

export const custodyRoutes: Route[] = [route('getCustody', ({ context }) => reportCustody(context))]
