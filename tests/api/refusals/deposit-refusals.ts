import { sql } from 'kysely'
import { itemAt } from '../../support/answer.ts'
import type { CallName } from '../../../src/contract/routes.ts'
import { micros, PAR_RATE, units } from '../../../src/domain/money/money.ts'
import { openDeposit } from '../support/makers/call-makers.ts'
import {
  by,
  make,
  none,
  send,
  waitingTransfer,
  type Maker,
  type Stage,
} from '../support/call-stage.ts'
import { requestDepositFor, SOLID_AFTER, verify, type MoneyMember } from '../support/money-world.ts'
import { edgeRefusals } from '../../../src/contract/refusals/refusals.ts'
import { field, when, type Case, type CasesOf, type Expected } from './refusal-cases.ts'

// The own refusals of calls about deposits.

const ten = { original_amount: '10', fee_amount: '0.2', crypto_amount: '10.2' }

const asking =
  (figures: Partial<typeof ten>): Maker =>
  async ({ member }) =>
    make('requestDeposit', by(member), {
      body: { ...ten, ...figures, cryptocurrency: 'USDT' },
    })

/** The answer in the form that clients of the verification also read. */
const unverified = (text: string, has: Record<string, unknown> = {}): Expected => ({
  detail: text,
  has: { success: false, error: text, message: text, ...has },
})

type Asked = { member: MoneyMember; id: string }

/** Verifies a payment by `pay` to a member who requested 10.2 USDT. */
const verifying =
  (pay: (stage: Stage, asked: Asked) => Promise<string>): Maker =>
  async (stage) => {
    const { member, deposit } = await openDeposit(stage)
    const hash = await pay(stage, { member, id: deposit.request_id })
    return make('verifyDeposit', by(member), {
      params: { request_id: deposit.request_id },
      body: { transaction_hash: hash },
    })
  }

const paying =
  (asset: 'TRX' | 'USDT', amount: string) =>
  async ({ world }: Stage, { member }: Asked): Promise<string> => {
    const txid = await world.pay(member.address, asset, amount)
    await world.mine(SOLID_AFTER)
    return txid
  }

const switched =
  (name: 'fake-usdt' | 'spam') =>
  async ({ world }: Stage, { member }: Asked): Promise<string> => {
    const { txid } = await world.switch(name, { address: member.address, amount: '10.2' })
    await world.mine(SOLID_AFTER)
    return txid
  }

const unknownRequest = { params: { request_id: 'unknown' } }
const newMember = ({ world, name }: Stage): Promise<MoneyMember> => world.member(name())

const verifications = {
  not_found: [
    when(
      async ({ member }) =>
        make('verifyDeposit', by(member), {
          ...unknownRequest,
          body: { transaction_hash: 'a'.repeat(64) },
        }),
      unverified('Not found'),
    ),
    when(
      verifying(async () => '0'.repeat(64)),
      unverified('We haven’t found this transaction on the TRON network yet.'),
    ),
  ],
  amount_mismatch: when(
    verifying(paying('USDT', '7')),
    unverified('The amount received does not match this request.', {
      display: {
        expected: '10.20 USDT',
        received: '7.00 USDT',
        conversion: 'The amount received is worth $7.00.',
        conversion_text: { code: 'received_worth', params: { amount: '7.00' } },
        sun_values: { expected: '10200000', received: '7000000', difference: '-3200000' },
      },
    }),
  ),
  amount_out_of_range: {
    reason:
      'Only a transfer of more than a billion coins is out of range, and the test network has ' +
      'fewer; the rule itself is held by tests/contract/refusals.test.ts.',
  },
  failed_on_chain: when(
    verifying(async (stage, asked) => {
      await stage.world.switch('fail-next', { contractRet: 'REVERT', count: 1 })
      return await paying('USDT', '10.2')(stage, asked)
    }),
    unverified('This transaction failed on the TRON network (REVERT). Nothing was paid.'),
  ),
  wrong_recipient: when(
    verifying(async (stage) =>
      paying('USDT', '10.2')(stage, { member: await newMember(stage), id: '' }),
    ),
    unverified('This transaction does not pay your deposit address.'),
  ),
  wrong_token: [
    when(
      verifying(paying('TRX', '40.8')),
      unverified('This transaction sends a different token than this request asks for.'),
    ),
    ...(['fake-usdt', 'spam'] as const).map((name) =>
      when(
        verifying(switched(name)),
        unverified('This transaction sends a token that we don’t credit.'),
      ),
    ),
  ],
  already_used: when(
    async (stage) => {
      const { member, deposit } = await openDeposit(stage)
      const id = deposit.request_id
      const txid = await paying('USDT', '10.2')(stage, { member, id })
      await verify(member, id, txid)
      return await verificationOf(member, txid)
    },
    { ...unverified('This transaction has already been credited.'), status: 409 },
  ),
  too_old: when(async (stage) => {
    const member = await newMember(stage)
    const txid = await paying('USDT', '10.2')(stage, { member, id: '' })
    return await verificationOf(member, txid)
  }, unverified('This transaction is older than the deposit request.')),
  too_late: when(async (stage) => {
    const member = await newMember(stage)
    await openEnded(stage, member)
    const txid = await paying('USDT', '10.2')(stage, { member, id: '' })
    await stage.world.watch()
    const { body } = await member.get('rewards/deposits/')
    const { request_id: id } = itemAt(body.results, 0)
    return verification(member, id, txid)
  }, unverified(edgeRefusals.too_late.text)),
  request_paid: when(
    verifying(async (stage, asked) => {
      await paying('USDT', '10.2')(stage, asked)
      await stage.world.watch()
      const second = await paying('USDT', '10.2')(stage, asked)
      await stage.world.watch()
      return second
    }),
    unverified(edgeRefusals.request_paid.text),
  ),
  confirming: [0, 1, 18].map((blocks) =>
    when(
      verifying(async ({ world }, { member }) => {
        const txid = await world.pay(member.address, 'USDT', '10.2')
        if (blocks > 0) await world.mine(blocks)
        return txid
      }),
      unverified(`The network confirmed ${blocks} of 19 blocks. We’ll credit it automatically.`, {
        confirmations: blocks,
        required: 19,
      }),
    ),
  ),
}

/** With real coins, deposits stay closed until the readiness checklist is complete. */
/** Only a web process waits for an address. */
const pending = { reason: 'tests/api/deposit/address-assignment.test.ts has one wait.' }

function closed(name: 'getTrxWallet' | 'getUsdtWallet' | 'requestDeposit'): Case {
  return {
    ask: async (stage, slash) => {
      const { config } = stage.world.edge
      const { production, tronApiUrls } = config
      Object.assign(config, { production: true, tronApiUrls: ['https://api.trongrid.io'] })
      const made =
        name === 'requestDeposit' ? await asking({})(stage) : make(name, by(stage.member), {})
      const answer = await send(stage, { ...made, url: made.url.replace(/\/$/, slash) })
      Object.assign(config, { production, tronApiUrls })
      return answer
    },
  }
}

/** Sends a prepared request while a statement has changed the price. */
function during(change: string, back: string, maker: Maker): Case {
  return {
    ask: async (stage, slash) => {
      const { db } = stage.world.edge
      const made = await maker(stage)
      await sql.raw(change).execute(db)
      const answer = await send(stage, { ...made, url: made.url.replace(/\/$/, slash) })
      await sql.raw(back).execute(db)
      return answer
    },
  }
}
const atNinety = 'update usdt_prices set price_e8 = 90000000'
const atPar = 'update usdt_prices set price_e8 = 100000000'
export const whileUsdtIsLow = (maker: Maker): Case => during(atNinety, atPar, maker)
const whileHeldBack = (maker: Maker): Case =>
  during(
    'insert into rate_holds (since, rate_e8) values (now(), 1)',
    'delete from rate_holds',
    maker,
  )

const hold = (stage: Stage, held: string) =>
  stage.world.edge.db.transaction().execute(async (tx) => {
    // No one may change why a transfer waits. Here it stands for a reason from the beginning.
    await sql`set local session_replication_role = replica`.execute(tx)
    // TRX from a contract, which the address doesn’t hold.
    await sql`update transfers set held = ${held},
      asset = case when ${held} = 'contract' then 1 else asset end
      where state = 'unattributed'`.execute(tx)
  })

/** A transfer of USDT that was held on arrival. */
export const heldTransfer = async (stage: Stage, held: string) => {
  const waiting = await waitingTransfer(stage)
  await hold(stage, held)
  return waiting
}

/** The acceptance of a payment that missed its request and is held. */
async function acceptHeld(stage: Stage, held: string) {
  const { member, deposit } = await openDeposit(stage)
  await stage.world.pay(member.address, 'USDT', '7')
  await stage.world.settle()
  await hold(stage, held)
  return make('acceptDeposit', by(member), { params: { request_id: deposit.request_id } })
}

export const depositRefusals = {
  getLiveRate: { rate_held_back: whileHeldBack(async () => make('getLiveRate', none, {})) },
  getTrxWallet: { deposits_closed: closed('getTrxWallet'), address_pending: pending },
  getUsdtWallet: {
    deposits_closed: closed('getUsdtWallet'),
    address_pending: pending,
    usdt_closed: whileUsdtIsLow(async ({ member }) => make('getUsdtWallet', by(member), {})),
  },
  requestDeposit: {
    deposits_closed: closed('requestDeposit'),
    usdt_closed: whileUsdtIsLow(asking({})),
    address_pending: pending,
    rate_held_back: whileHeldBack(async ({ member }) =>
      make('requestDeposit', by(member), {
        body: { ...ten, crypto_amount: '40.8', cryptocurrency: 'TRX' },
      }),
    ),
    maximum_trx_deposit: when(
      async ({ member }) =>
        make('requestDeposit', by(member), {
          body: {
            original_amount: '1000.01',
            fee_amount: '2',
            crypto_amount: '4008.04',
            cryptocurrency: 'TRX',
          },
        }),
      field(
        'original_amount',
        'The maximum in TRX is $1000.00 per deposit. Use USDT, or make several deposits.',
      ),
    ),
    minimum_deposit: when(
      asking({ original_amount: '1.99' }),
      field('original_amount', 'Minimum deposit amount is $2'),
    ),
    figures_differ: [
      when(asking({ fee_amount: '0.1' }), field('fee_amount', 'The fee is $0.20, not $0.10.')),
      when(
        asking({ crypto_amount: '10.21' }),
        field('crypto_amount', 'The amount to pay is 10.20 USDT, not 10.21 USDT.'),
      ),
    ],
  },
  verifyDeposit: verifications,
  acceptDeposit: {
    not_found: when(async ({ member }) => make('acceptDeposit', by(member), unknownRequest)),
    already_used: when(
      async (stage) => {
        const { member, deposit } = await openDeposit(stage)
        const id = deposit.request_id
        await verify(member, id, await paying('USDT', '10.2')(stage, { member, id }))
        return make('acceptDeposit', by(member), { params: { request_id: id } })
      },
      { status: 409, detail: 'This transaction has already been credited.' },
    ),
    wrong_state: when(
      async (stage) => {
        const { member, deposit } = await openDeposit(stage)
        return make('acceptDeposit', by(member), { params: { request_id: deposit.request_id } })
      },
      { status: 409, detail: 'The request’s current state doesn’t allow this.' },
    ),
    needs_review: when((stage) => acceptHeld(stage, 'late_rate')),
    usdt_closed: whileUsdtIsLow((stage) => acceptHeld(stage, 'usdt_price')),
  },
  acceptUnattributed: {
    not_found: [
      when(async ({ member }) =>
        make('acceptUnattributed', by(member), { params: { id: '999999999' } }),
      ),
      when(async (stage) => {
        const { id } = await waitingTransfer(stage)
        return make('acceptUnattributed', by(stage.member), { params: { id } })
      }),
    ],
    already_used: when(
      async (stage) => {
        const { member, id } = await waitingTransfer(stage)
        await member.post(`transactions/unattributed/${id}/accept/`)
        return make('acceptUnattributed', by(member), { params: { id } })
      },
      { status: 409, detail: 'This transaction has already been credited.' },
    ),
    needs_review: when(async (stage) => {
      const { member, id } = await heldTransfer(stage, 'late_rate')
      return make('acceptUnattributed', by(member), { params: { id } })
    }),
    usdt_closed: whileUsdtIsLow(async (stage) => {
      const { member, id } = await heldTransfer(stage, 'usdt_price')
      return make('acceptUnattributed', by(member), { params: { id } })
    }),
    too_small: when(
      async (stage) => {
        const { member, id } = await waitingTransfer(stage, '0.1')
        return make('acceptUnattributed', by(member), { params: { id } })
      },
      { status: 409, detail: 'This amount is too small to be credited.' },
    ),
  },
  getDeposit: {
    not_found: when(async ({ member }) => make('getDeposit', by(member), unknownRequest)),
  },
} satisfies Partial<CasesOf<CallName>>

const verification = (member: MoneyMember, requestId: string, txid: string) =>
  make('verifyDeposit', by(member), {
    params: { request_id: requestId },
    body: { transaction_hash: txid },
  })

/** Requests another deposit, to be verified with an existing payment. */
async function verificationOf(member: MoneyMember, txid: string) {
  const { body } = await requestDepositFor(member, 'USDT', ten)
  return verification(member, body.request_id, txid)
}

/** A request whose rate is no longer locked. */
const openEnded = ({ world }: Stage, { no }: MoneyMember) =>
  world.edge.book.submit({
    command: {
      kind: 'open_deposit',
      member: no,
      coin: 'USDT',
      amountMicros: micros(10_000_000n),
      feeMicros: micros(200_000n),
      cryptoUnits: units(10_200_000n),
      lockedE8: PAR_RATE,
      expiresAt: Date.now(),
    },
    by: { member: no },
  })
