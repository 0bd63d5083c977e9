import { z } from 'zod'
import {
  at,
  coinRate,
  coins,
  described,
  idOf,
  listOf,
  oneOf,
  str,
  usd,
  whole,
} from '../fields/described.ts'
import { cryptocurrency, filledLine, requestStatus, Text } from '../fields/fields.ts'
import { depositStages } from '../fields/states.ts'
import { claim } from './claims.ts'

// Money on its way in: deposit addresses, the live rate, requests, and unmatched transfers.

export const requestId = described(
  filledLine(40),
  'The `request_id` of the deposit request.',
  'DP-7K3M9Q2X',
)

export const txHash = str(
  'The TRON transaction: 64 hexadecimal digits.',
  'c3a1f09e5b7d4826a1f09e5b7d4826c3a1f09e5b7d4826c3a1f09e5b7d4826aa',
)
const depositAddress = str(
  'The address to pay to: the member’s own TRON address.',
  'TXYZopYRdj2D9XRtbG411XZZ3kM5VkAeBf',
)

export const Deposit = z
  .object({
    id: idOf('The request’s numeric id.'),
    request_id: str('The request’s public id.', 'DP-7K3M9Q2X'),
    amount: usd('The amount for the wallet: the requested one, or the credited one.', '25.00'),
    requested_amount: usd('The requested amount for the wallet.', '25.00'),
    fee_amount: usd('The deposit fee, paid on top.', '0.50'),
    total_amount: usd('Requested amount and fee together.', '25.50'),
    crypto_amount: coins('The amount to send.', '83.33333'),
    cryptocurrency,
    rate: coinRate('The rate locked for this request; 1 for USDT.'),
    received_amount: coins('The received amount; null before it is credited.', '83.33333')
      .nullable()
      .default(null)
      .meta({ example: null }),
    credited_rate: coinRate(
      'The rate of the credit: the locked one, or that of the payment’s block if the payment ' +
        'didn’t match. Null before it is credited.',
    )
      .nullable()
      .default(null)
      .meta({ example: null }),
    payment_method: oneOf(['TRX (TRC20)', 'USDT (TRC20)'], 'The coin, as shown to members.'),
    payment_details: str('The `request_id`; once credited, the transaction.', 'DP-7K3M9Q2X'),
    status: requestStatus,
    stage: oneOf(
      depositStages,
      '`awaiting_payment`: nothing received. `seen` and `confirming`: on the network, not final ' +
        'yet. `mismatch`: received, but not the amount asked for. `credited`: in the wallet. ' +
        '`expired` and `replaced`: closed without a payment.',
      'confirming',
    ),
    confirmations: whole('Blocks that confirm the payment so far.', 7),
    required: whole('Blocks needed before it is credited.', 20),
    wallet_address: depositAddress,
    request_date: at('When the request was made.', '2026-03-14T09:20:11.000Z'),
    expires_at: at('Until when the rate is locked.', '2026-03-14T09:35:11.000Z'),
    processed_date: at('When the request was closed; null while it is open.')
      .nullable()
      .meta({ example: null }),
    transaction_hash: txHash
      .nullable()
      .describe('The paying transaction; null before one is seen.'),
  })
  .meta({ id: 'Deposit', description: 'A deposit announced by a member, with a locked rate.' })

/** A transfer to the member's address that met no open request. */
export const Unattributed = z
  .object({
    id: idOf('The transfer’s id.'),
    cryptocurrency,
    crypto_amount: coins('The received amount.', '40.5'),
    rate: coinRate('The rate when it was received; null if there was none.').nullable(),
    amount: usd('The amount credited on acceptance; null if it is too small.', '11.90').nullable(),
    fee_amount: usd('The deposit fee; null if it is too small.', '0.24').nullable(),
    transaction_hash: txHash,
    received_at: at('When its block was made.'),
    accepts_itself_at: at('When it is credited automatically; null if it won’t be.').nullable(),
    status: oneOf(
      ['waiting', 'accepted', 'too_small'],
      '`waiting`: can be accepted. `accepted`: credited. `too_small`: worth less than the ' +
        'minimum fee and a cent, so it is shown and never credited.',
    ),
    reason: str('Why it matched no request.', 'No deposit request was open when this arrived.'),
    reason_text: Text.describe('`reason` by its code, for clients that translate it.').meta({
      example: { code: 'no_request_open', params: {} },
    }),
  })
  .meta({ id: 'Unattributed', description: 'A transfer that matched no open deposit request.' })

export const WalletInfo = z
  .object({
    success: z.literal(true).describe('Always true.'),
    wallet_address: depositAddress,
    qr_code: str(
      'A QR code of the URI: an image in a `data:` URI.',
      'data:image/svg+xml;base64,PHN2Zz4=',
    ),
    payment_uri: str(
      'A URI that wallet apps open.',
      'tron:TXYZopYRdj2D9XRtbG411XZZ3kM5VkAeBf?amount=83.33333',
    ),
    maximum_deposit: usd(
      'The maximum amount of one deposit request; null if there is none.',
      '1000.00',
    ).nullable(),
  })
  .meta({ id: 'WalletInfo', description: 'Where a member sends one kind of coin.' })

export const LiveRate = z
  .object({
    rate: described(z.number(), 'US dollars per TRX, as a number for display.', 0.306),
    asset: z.literal('TRX').describe('The coin.'),
    currency: z.literal('USD').describe('The currency of the rate.'),
    as_of: at('When the rate was last confirmed.'),
    sources: listOf(z.string(), 'The markets whose median it is.', ['binance', 'kraken']),
  })
  .meta({ id: 'LiveRate', description: 'The current price of TRX.' })

/** The figures of a payment that does not match its request. */
export const MismatchDisplay = z.object({
  expected: str('What the request asked for, with its unit.', '83.33333 TRX'),
  received: str('What was received, with its unit.', '80 TRX'),
  conversion: str('What that is worth, as a sentence.', 'The amount received is worth $24.00.'),
  conversion_text: Text.describe('`conversion` by its code.').meta({
    example: { code: 'received_worth', params: { amount: '24.00' } },
  }),
  sun_values: z
    .object({
      expected: str('Asked for, as an integer.', '83333330'),
      received: str('Received, as an integer.', '80000000'),
      difference: str('Received minus asked for, as an integer.', '-3333330'),
    })
    .describe('The amounts in the coin’s smallest unit: sun for TRX, millionths for USDT.'),
})

export const OperatorDeposit = Deposit.extend({
  username: str('The member’s username.', 'anna'),
}).meta({ id: 'OperatorDeposit', description: 'A deposit request, with its member.' })

export const OperatorUnattributed = Unattributed.extend({
  username: str('The owner of the address; null if unknown.', 'anna').nullable(),
  claim,
}).meta({ id: 'OperatorUnattributed', description: 'An unmatched transfer, with its member.' })
