import type { z } from 'zod'
import type { Readiness } from '../../contract/subjects/readiness.ts'
import { english } from '../../contract/texts/texts.ts'
import { keysOf } from '../../domain/records.ts'
import type { Context } from '../context.ts'
import { readChecks, type Seen } from './checks.ts'
import { items } from './items.ts'
import { hasRealMoney } from './real-money.ts'
import { readRecords, showRecord } from './records.ts'

type ReadinessAnswer = z.infer<typeof Readiness>

/**
 * The whole list with each item's state, and whether deposits are open. An item that the product
 * can't check itself counts once two current admins have recorded the same evidence.
 */
export async function readReadiness(context: Context): Promise<ReadinessAnswer> {
  const records = await readRecords(context.db)
  const seen = await readChecks(context, records)
  const list = keysOf(items).map((name) => {
    const own = seen[name]
    return { name, ...items[name], ...(own ? showSeen(own) : showRecord(records.get(name))) }
  })
  const complete = list.every(({ done }) => done)
  const real = await hasRealMoney(context)
  return { real_money: real, complete, deposits_open: complete || !real, items: list }
}

const showSeen = ({ done, evidence }: Seen) => ({
  done,
  ...showEvidence(evidence),
  recorded_by: null,
  recorded_at: null,
  confirmed_by: null,
  needs_confirmation: false,
  not_counted: [],
})

const showEvidence = (found: Seen['evidence']) =>
  typeof found === 'string' || found === null
    ? { evidence: found, evidence_text: null }
    : { evidence: english(found), evidence_text: found }
