import { z } from 'zod'
import { at, coinRate, coins, listOf, oneOf, str, usd, whole } from '../fields/described.ts'
import { transactionStates } from '../fields/states.ts'

// What we hold for members, and what we owe them, as of a sheet.

const WALLET_STATES = ['counted', 'unsigned', 'not_known'] as const

const wallet = z.object({
  address: str('The wallet’s address.', 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8'),
  state: oneOf(
    WALLET_STATES,
    'Whether its coins count: not without a signature of the last 35 days, and not while nodes ' +
      'disagree about its balance.',
  ),
  statement: z
    .object({
      text: str('The text signed with the wallet’s key (TIP-191).', 'Twofold reserves\nLog: …\n'),
      signature: str('The signature: 65 bytes in hexadecimal.', '9f86d081884c7d65'),
    })
    .nullable()
    .describe('The newest statement that the wallet is ours; null without one.'),
  trx: coins('TRX, staked TRX included; null if not known.').nullable(),
  usdt: coins('USDT; null if not known.').nullable(),
  from_block: whole(
    'The first final block of the reading. The balance is the lowest between both blocks.',
    60_000_000,
  ).nullable(),
  to_block: whole('The last final block of the reading.', 60_000_100).nullable(),
})

export const Solvency = z
  .object({
    v: whole('The version of the format.', 1),
    network: str('The chain.', 'tron-2b6653dc').nullable(),
    owed: z
      .object({
        members: usd('Our debts to members: wallets and holds.', '184321.50'),
        trx: coins('Uncredited TRX.', '120'),
        usdt: coins('Uncredited USDT.', '0'),
      })
      .describe('Our debts, including coins without a known owner.'),
    wallets: listOf(wallet, 'Our reserve wallets.'),
    deposits: z
      .object({
        addresses: whole('Deposit addresses that hold coins.', 240),
        trx: coins('Their TRX.', '12000'),
        usdt: coins('Their USDT.', '5400.5'),
        root: str(
          'The root of the tree over them, in base64; null without any.',
          'dAE4a5D/lQj=',
        ).nullable(),
      })
      .describe('Coins that members paid and that we haven’t moved to a wallet yet.'),
    held: z
      .object({
        trx: coins('TRX in wallets that count and at deposit addresses.', '700000'),
        usdt: coins('The same in USDT.', '40000'),
      })
      .nullable()
      .describe('Our reserves; null while a part of them is unknown.'),
    rate: z
      .object({ trx: coinRate('The price of TRX.', '0.30'), as_of: at('When it applied.') })
      .nullable()
      .describe(
        'The market price at the cutoff; null if there was none. USDT counts as one dollar.',
      ),
    usd: z
      .object({ owed: usd('Our debts.', '184357.50'), held: usd('Our reserves.', '250000') })
      .nullable()
      .describe('The same in dollars; null while a part isn’t known.'),
    ratio: whole(
      'Our reserves in hundredths of a percent of our debts; null if unknown.',
      13_560,
    ).nullable(),
    falls: listOf(
      z.object({
        percent: whole('The fall of TRX, in percent.', 30),
        ratio: whole('The resulting ratio; null if unknown.', 10_210).nullable(),
      }),
      'The ratio if TRX falls. Debts stay what they are: members are owed dollars.',
    ).optional(),
    readings: listOf(
      z.object({
        at: at('When we read it.'),
        to_block: whole('The final block of the reading.', 60_000_100),
        owed: z
          .object({
            members: usd('Our debts to members.', '184321.50'),
            trx: coins('Uncredited TRX.', '120'),
            usdt: coins('Uncredited USDT.', '0'),
          })
          .describe('Our debts at that time.'),
        held: z
          .object({
            trx: coins('TRX in wallets and at deposit addresses.', '700000'),
            usdt: coins('The same in USDT.', '40000'),
          })
          .describe('Our reserves at that time.'),
        rate: coinRate('The price of TRX.', '0.30'),
        ratio: whole('The ratio at that time; null if we had no debts.', 13_500).nullable(),
      }),
      'Readings at random times since the last sheet.',
    ).optional(),
    lowest: whole(
      'The lowest ratio of the sheet and its readings; null with fewer than three readings.',
      13_500,
    )
      .nullable()
      .optional(),
  })
  .meta({ id: 'Solvency', description: 'Our debts to members, and our reserves.' })

export const Anchors = z
  .object({
    results: listOf(
      z.object({
        day: str('The day of the sheet.', '2026-11-22'),
        state: oneOf(transactionStates, 'Whether it is in a final block.'),
        txid: str('The transaction’s id.', '9f86d081884c7d65'),
        block: whole('Its final block; null before it has one.', 60_000_400).nullable(),
        memo: str('The log’s name, size, and root.', 'example.com/log 123456 dAE4a5D='),
      }),
      'Up to 400 transactions, newest first.',
    ),
  })
  .meta({ id: 'Anchors', description: 'Transactions whose memo contains a day’s checkpoint.' })

const opening = z.object({
  draw: whole('The number of the draw, from 0 to 63.', 0),
  address: str('The deposit address.', 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8'),
  trx: coins('Its TRX at the cutoff.', '20'),
  usdt: coins('Its USDT at the cutoff.', '0'),
  trx_before: coins('The TRX of all addresses before it in the tree.', '4000'),
  usdt_before: coins('The USDT of all addresses before it in the tree.', '1200'),
  index: whole('Its place in the tree.', 17),
  salt: str('The address’s salt in the tree, in base64.', 'dAE4a5D/lQjfopqVQYTcCg=='),
  path: z.array(z.string()).describe('The sibling hashes up to the root, in base64.'),
})

export const ReserveSample = z
  .object({
    v: whole('The version of the format.', 1),
    day: str('The day of the sheet.', '2026-11-22'),
    block: z
      .object({
        number: whole('Its number.', 60_000_400),
        id: str('Its id, which selects the sample.', '0000000003938700'),
      })
      .describe('The first final block at least ten minutes after the seal.'),
    openings: listOf(opening, 'The sampled addresses.'),
  })
  .meta({ id: 'ReserveSample', description: 'A random sample of deposit addresses.' })
