import { sql } from 'kysely'
import { within } from '../../../clock/waits.ts'
import { compileOnce, type Given } from '../../../db/compiled.ts'
import { is, subquery, lit } from '../../../db/expressions.ts'
import type { Db } from '../../../db/types.ts'
import { requireAddress, type Address } from '../../../tron/encoding/address.ts'
import { openDepositKeys, type DepositKeys } from '../../../tron/keys/deposit-keys.ts'
import type { TronNodes } from '../../../tron/quorum/nodes.ts'
import type { Config } from '../../config/config.ts'
import type { Context } from '../../context.ts'
import { publishChange } from '../../events/publish.ts'
import { reject } from '../../../contract/refusals/reject.ts'

// Deriving a key costs a millisecond, so we open the extended key once per text.
const opened = new Map<string, DepositKeys>()

function keysOf(xpub: string): DepositKeys {
  const known = opened.get(xpub)
  if (known) return known
  const keys = openDepositKeys(xpub)
  opened.set(xpub, keys)
  return keys
}

/** The chain calls that a new address needs. Tests supply their own. */
type ChainCalls = Pick<TronNodes, 'account' | 'balances'>
export type AssigningContext = Pick<Context, 'db' | 'log'> & {
  tron: ChainCalls
  config: Pick<Config, 'depositXpub'>
}

/** After skipping this many used addresses in a row, we assume that something else is wrong. */
const MAX_USED_IN_A_ROW = 20
/** The longest that a slow node may delay a member who needs an address. */
const NODE_TIMEOUT_MS = 1_500

/**
 * Derives a member's deposit address from the operators' extended public key, with an index never
 * used before (see `nextIndex`). We skip an address that the chain knows, because someone else may
 * be paying to it. While the nodes are unavailable we assign one anyway, and `checkNewAddresses`
 * checks it later.
 */
export async function assignAddress(context: AssigningContext, member: number): Promise<Address> {
  const { db, config, log } = context
  for (let used = 0; used < MAX_USED_IN_A_ROW; used++) {
    const index = await nextIndex(db)
    const address = keysOf(config.depositXpub).addressAt(index)
    const state = await within(NODE_TIMEOUT_MS, isUsed(context.tron, address), unknown).catch(
      unknown,
    )
    if (state === 'used') {
      log.error(
        { index, address },
        'a new deposit address is in use: does another installation have this key?',
      )
      continue
    }
    await db.transaction().execute(async (tx) => {
      await tx
        .insertInto('deposit_addresses')
        .values({ member_no: member, address_index: index, address })
        .onConflict((conflict) => conflict.column('member_no').doNothing())
        .execute()
      if (state === 'unknown')
        await tx.insertInto('unchecked_addresses').values({ address }).execute()
    })
    const made = await findAddress(db, member)
    if (!made) throw new Error(`member ${member} got no deposit address`)
    await publishChange(db, member, 'deposit')
    return made
  }
  throw reject('chain_unavailable')
}

const FIRST_SECOND = Date.UTC(2026, 0, 1) / 1000
/** Indexes end at 2^31 − 1. A clock decades ahead must not use them up. */
const LAST_SECOND = 1_500_000_000

/**
 * The next index: above the last one, and at least the seconds of the database's clock. A database
 * restored from a backup has forgotten which indexes it assigned, but time has passed since. So it
 * never assigns one of them again, as long as there is less than one new depositor per second.
 */
async function nextIndex(db: Db): Promise<number> {
  const clock = sql<number>`greatest(0, least(${LAST_SECOND},
    floor(extract(epoch from clock_timestamp()) - ${FIRST_SECOND})))::int4`
  const newest = subquery
    .selectFrom('deposit_addresses')
    .select(({ fn }) => fn.max('address_index').as('index'))
  const { last_index: index } = await db
    .updateTable('deposit_address_mark')
    .set((eb) => ({
      last_index: sql`greatest(${eb.ref('last_index')}, ${clock} - 1, ${newest}) + 1`,
    }))
    .returning('last_index')
    .executeTakeFirstOrThrow()
  return index
}

type Use = 'used' | 'unused' | 'unknown'
const unknown = (): Use => 'unknown'

/**
 * Whether the chain knows an address: it was activated, or it holds USDT, which activates nothing.
 */
async function isUsed(tron: ChainCalls, address: Address): Promise<Use> {
  const [account, balances] = await Promise.all([tron.account(address), tron.balances(address)])
  const isOpen = account.ok && account.value.isActivated
  const isRich = balances.ok && (balances.value.usdt > 0n || balances.value.trx > 0n)
  if (isOpen || isRich) return 'used'
  return account.ok && balances.ok ? 'unused' : 'unknown'
}

const PER_ROUND = 20
/** A block that some node has is final after so many blocks, with room to spare. */
const SETTLED_AFTER = 60

/**
 * Checks addresses that we assigned while the chain was unavailable. An address that was already in
 * use raises an alert for operators: transfers to it may be meant for someone else.
 */
export function openAddressCheck(context: Pick<Context, 'db' | 'log' | 'tron'>): {
  /** @param recorded the last final block in our record */
  look(recorded: number): Promise<void>
} {
  // By then, we know all payments that we see now.
  const settledBy = new Map<Address, number>()
  const isSettled = async (address: Address, recorded: number): Promise<boolean> => {
    const known = settledBy.get(address)
    if (known !== undefined) return recorded >= known
    const final = await context.tron.finalHead()
    if (final.ok) settledBy.set(address, final.value.number + SETTLED_AFTER)
    return false
  }
  return {
    async look(recorded) {
      const waiting = await checkNewAddresses(context, (each) => isSettled(each, recorded))
      for (const address of settledBy.keys()) if (!waiting.has(address)) settledBy.delete(address)
    },
  }
}

/** Returns those that it couldn't decide about. */
async function checkNewAddresses(
  { db, tron, log }: Pick<Context, 'db' | 'log' | 'tron'>,
  isSettled: (address: Address) => Promise<boolean>,
): Promise<ReadonlySet<Address>> {
  const rows = await db
    .selectFrom('unchecked_addresses')
    .select((eb) => [
      'address',
      is(
        eb.or(
          (['transfers', 'incoming_transfers'] as const).map((table) =>
            eb.exists(
              eb
                .selectFrom(table)
                .whereRef(`${table}.to_address`, '=', 'unchecked_addresses.address'),
            ),
          ),
        ),
      ).as('is_paid'),
    ])
    .$narrowType<{ address: Address }>()
    .where('was_used', '=', lit(false))
    .orderBy('given_at')
    .limit(PER_ROUND)
    .execute()
  const waiting = new Set(rows.map(({ address }) => address))
  for (const { address, is_paid: isPaid } of rows) {
    const state = await isUsed(tron, address)
    if (state === 'unknown') break
    // Payments from its member since then also make it used, before they are final.
    if (state === 'used' && !isPaid) {
      if (!(await isSettled(address))) continue
      log.error({ address }, 'a deposit address was in use before we assigned it')
      await db
        .updateTable('unchecked_addresses')
        .set({ was_used: true })
        .where('address', '=', address)
        .execute()
    } else await db.deleteFrom('unchecked_addresses').where('address', '=', address).execute()
    waiting.delete(address)
  }
  return waiting
}

const addressOf = compileOnce((db, { member }: Given<{ member: number }>) =>
  db.selectFrom('deposit_addresses').select('address').where('member_no', '=', member),
)

export async function findAddress(db: Db, member: number): Promise<Address | undefined> {
  const row = await addressOf.first(db, { member })
  return row && requireAddress(row.address)
}
