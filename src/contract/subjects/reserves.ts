import { z } from 'zod'
import { at, coinRate, coins, listOf, oneOf, str, usd, whole } from '../fields/described.ts'

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
      text: str('What the wallet’s key signed (TIP-191).', 'Twofold reserves\nLog: …\n'),
      signature: str('The signature: 65 bytes in hexadecimal.', '9f86d081884c7d65'),
    })
    .nullable()
    .describe('The newest statement that the wallet is ours; null without one.'),
  trx: coins('TRX, staked TRX included; null if not known.').nullable(),
  usdt: coins('USDT; null if not known.').nullable(),
  from_block: whole('Its balance is the lowest between this final block…', 60_000_000).nullable(),
  to_block: whole('…and this one.', 60_000_100).nullable(),
})

export const Solvency = z
  .object({
    v: whole('The version of the format.', 1),
    network: str('The chain.', 'tron-2b6653dc').nullable(),
    owed: z
      .object({
        members: usd('What we owe members: wallets and holds.', '184321.50'),
        trx: coins('TRX that nobody has been credited with yet.', '120'),
        usdt: coins('USDT that nobody has been credited with yet.', '0'),
      })
      .describe('What we owe. Coins that wait for their owners count, too.'),
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
      .describe('What we hold; null while a part of it isn’t known.'),
    rate: z
      .object({ trx: coinRate('The price of TRX.', '0.30'), as_of: at('When it held.') })
      .nullable()
      .describe('The market price at the cut; null if there was none. USDT counts as one dollar.'),
    usd: z
      .object({ owed: usd('What we owe.', '184357.50'), held: usd('What we hold.', '250000') })
      .nullable()
      .describe('The same in dollars; null while a part isn’t known.'),
    ratio: whole(
      'What we hold, in hundredths of a percent of what we owe; null if not known.',
      13_560,
    ).nullable(),
    falls: listOf(
      z.object({
        percent: whole('By how many percent TRX falls.', 30),
        ratio: whole('The ratio then; null if not known.', 10_210).nullable(),
      }),
      'The ratio if TRX falls. Debts stay what they are: members are owed dollars.',
    ).optional(),
    readings: listOf(
      z.object({
        at: at('When we read it.'),
        to_block: whole('The final block of the reading.', 60_000_100),
        owed: z
          .object({
            members: usd('What we owed members.', '184321.50'),
            trx: coins('TRX that nobody had been credited with.', '120'),
            usdt: coins('USDT that nobody had been credited with.', '0'),
          })
          .describe('What we owed then.'),
        held: z
          .object({
            trx: coins('TRX in wallets and at deposit addresses.', '700000'),
            usdt: coins('The same in USDT.', '40000'),
          })
          .describe('What we held then.'),
        rate: coinRate('The price of TRX.', '0.30'),
        ratio: whole('The ratio then; null if nothing was owed.', 13_500).nullable(),
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
  .meta({ id: 'Solvency', description: 'What we owe members, and what we hold for them.' })

export const Anchors = z
  .object({
    results: listOf(
      z.object({
        day: str('The day of the sheet.', '2026-11-22'),
        state: oneOf(
          ['stored', 'confirmed', 'failed', 'expired'] as const,
          'Whether it is in a final block.',
        ),
        txid: str('The transaction’s id.', '9f86d081884c7d65'),
        block: whole('Its final block; null before it has one.', 60_000_400).nullable(),
        memo: str('The log’s name, size, and root.', 'example.com/log 123456 dAE4a5D='),
      }),
      'Up to 400 transactions, newest first.',
    ),
  })
  .meta({ id: 'Anchors', description: 'Transactions whose memo holds a day’s checkpoint.' })

const opening = z.object({
  draw: whole('The number of the draw, from 0 to 63.', 0),
  address: str('The deposit address.', 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8'),
  trx: coins('Its TRX at the cut.', '20'),
  usdt: coins('Its USDT at the cut.', '0'),
  trx_before: coins('The TRX of all addresses before it in the tree.', '4000'),
  usdt_before: coins('The USDT of all addresses before it in the tree.', '1200'),
  index: whole('Its place in the tree.', 17),
  salt: str('What hides the address in the tree, in base64.', 'dAE4a5D/lQjfopqVQYTcCg=='),
  path: z.array(z.string()).describe('The neighbors up to the root, in base64.'),
})

export const ReserveSample = z
  .object({
    v: whole('The version of the format.', 1),
    day: str('The day of the sheet.', '2026-11-22'),
    block: z
      .object({
        number: whole('Its number.', 60_000_400),
        id: str('Its id, which draws the sample.', '0000000003938700'),
      })
      .describe('The first final block at least ten minutes after the seal.'),
    openings: listOf(opening, 'The addresses that the block drew.'),
  })
  .meta({ id: 'ReserveSample', description: 'Deposit addresses that a block drew at random.' })
