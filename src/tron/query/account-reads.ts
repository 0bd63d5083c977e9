import { addressHex, type Address } from '../encoding/address.ts'
import type { Family } from '../block/block-reads.ts'
import { balanceCall, numberOfWord, selectors, wordOfAddress } from '../encoding/contract-call.ts'
import { fromHex, readMessage, toHex } from '../encoding/hex.ts'
import {
  amountOr0,
  asJson,
  asList,
  asText,
  isJson,
  smallInteger,
  type Json,
} from '../encoding/json.ts'
import type { NodeClient } from '../node/node-client.ts'
import { joinBytes } from '../encoding/protobuf.ts'
import { fine, troubled, type Result } from '../node/trouble.ts'

export type AccountReading = {
  isActivated: boolean
  isContract: boolean
  balanceSun: bigint
  /**
   * What it has staked, delegated, or is unstaking. It belongs to the account but isn't in its
   * balance.
   */
  stakedSun: bigint
}

/** All TRX of an account. Its balance alone is what it can spend. */
export const ownedSun = ({ balanceSun, stakedSun }: AccountReading): bigint =>
  balanceSun + stakedSun

/** `{}` means an account that was never activated. It may hold USDT all the same. */
export async function readAccount(
  client: NodeClient,
  family: Family,
  address: Address,
): Promise<Result<AccountReading>> {
  const answer = await client.post(`/${family}/getaccount`, { address: addressHex(address) })
  if (!answer.ok) return answer
  if (!isJson(answer.value)) return troubled('malformed', 'an account that is no object')
  const account = answer.value
  const reading = {
    isActivated: 'address' in account || 'create_time' in account,
    isContract: account.type === 'Contract',
    balanceSun: amountOr0(account.balance),
    stakedSun: stakedIn(account),
  }
  return isBalance(ownedSun(reading)) ? fine(reading) : troubled('malformed', 'an absurd balance')
}

/** All coins of the network, in millionths, with room to spare. */
const MOST_COINS = 10n ** 18n

/** Whether an account can hold this much. The database stores 64 bits. */
export const isBalance = (amount: bigint): boolean => amount <= MOST_COINS

function stakedIn(account: Json): bigint {
  const resources = asJson(account.account_resource)
  return (
    sumOf(account.frozenV2, 'amount') +
    sumOf(account.unfrozenV2, 'unfreeze_amount') +
    amountOr0(account.delegated_frozenV2_balance_for_bandwidth) +
    amountOr0(resources.delegated_frozenV2_balance_for_energy)
  )
}

const sumOf = (list: unknown, field: string): bigint =>
  asList(list).reduce((total: bigint, each) => total + amountOr0(asJson(each)[field]), 0n)

export type DryRun = { result: Uint8Array; energy: bigint }

/**
 * Runs a call without sending it. A call that the contract would revert is `reverted`; one that the
 * node can't or won't run is `refused`.
 */
export async function dryRun(
  client: NodeClient,
  family: Family,
  call: { owner: Address; contract: Address; data: Uint8Array },
  once?: 'once',
): Promise<Result<DryRun>> {
  const body = {
    owner_address: addressHex(call.owner),
    contract_address: addressHex(call.contract),
    data: toHex(call.data),
  }
  const answer = await client.post(`/${family}/triggerconstantcontract`, body, once)
  if (!answer.ok) return answer
  const json = asJson(answer.value)
  const result = asJson(json.result)
  const ret = asJson(asList(asJson(json.transaction).ret)[0])
  // A revert also has result: true. Only the message and the inner ret reveal it.
  if (result.result !== true || result.message !== undefined || ret.ret === 'FAILED') {
    const said = readMessage(result.message)
    const ran = result.result === true && ret.ret === 'FAILED'
    // A call that ran out of the node's time fails too, with another message.
    const isReverted = ran && (said === '' || /revert/i.test(said))
    const detail = `${asText(result.code)} ${said}`.trim()
    return troubled(isReverted ? 'reverted' : 'refused', detail)
  }
  const bytes = fromHex(asList(json.constant_result)[0]) ?? new Uint8Array()
  return fine({ result: bytes, energy: amountOr0(json.energy_used) })
}

/** USDT balance of an address, in millionths. */
export async function readUsdt(
  client: NodeClient,
  family: Family,
  contract: Address,
  owner: Address,
): Promise<Result<bigint>> {
  const run = await dryRun(client, family, { owner, contract, data: balanceCall(owner) })
  if (!run.ok) return run
  if (run.value.result.length !== 32) return troubled('malformed', 'balanceOf without a number')
  const balance = numberOfWord(run.value.result)
  return isBalance(balance) ? fine(balance) : troubled('malformed', 'an absurd balance')
}

/**
 * Whether the token's issuer has frozen an address, if its contract has a blacklist. `transfer`
 * only checks the sender, so coins sent to a frozen address arrive and stay there.
 */
export async function readBlackListed(
  client: NodeClient,
  contract: Address,
  address: Address,
): Promise<Result<boolean>> {
  const data = joinBytes([selectors.isBlackListed, wordOfAddress(address)])
  const run = await dryRun(client, 'wallet', { owner: contract, contract, data })
  // A contract without a blacklist, as on test networks, reverts. A node's error says nothing.
  if (!run.ok) return run.trouble.kind === 'reverted' ? fine(false) : run
  if (run.value.result.length !== 32)
    return troubled('malformed', 'isBlackListed without an answer')
  return fine(numberOfWord(run.value.result) !== 0n)
}

/** Decimals of the token contract. Anything but 6 means it isn't USDT. */
export async function readDecimals(client: NodeClient, contract: Address): Promise<Result<bigint>> {
  const call = { owner: contract, contract, data: selectors.decimals }
  const run = await dryRun(client, 'wallet', call)
  return run.ok ? fine(numberOfWord(run.value.result)) : run
}

export type Resources = { freeBytes: bigint; freeEnergy: bigint }

/** What an account can use today for free. */
export async function readResources(
  client: NodeClient,
  address: Address,
): Promise<Result<Resources>> {
  const body = { address: addressHex(address) }
  const answer = await client.post('/wallet/getaccountresource', body)
  if (!answer.ok) return answer
  const json = asJson(answer.value)
  const left = (limit: string, used: string) =>
    BigInt(Math.max(0, smallInteger(json[limit]) - smallInteger(json[used])))
  const [free, staked] = [left('freeNetLimit', 'freeNetUsed'), left('NetLimit', 'NetUsed')]
  // A transaction takes all its bytes from one of the two.
  return fine({
    freeBytes: free > staked ? free : staked,
    freeEnergy: left('EnergyLimit', 'EnergyUsed'),
  })
}

export type Prices = { energySun: bigint; byteSun: bigint; activationSun: bigint }

/** Prices voted by the network. They change at most every six hours. */
export async function readPrices(client: NodeClient): Promise<Result<Prices>> {
  const answer = await client.post('/wallet/getchainparameters', {})
  if (!answer.ok) return answer
  const entries = asList(asJson(answer.value).chainParameter).map(asJson)
  const value = (key: string) => amountOr0(entries.find((entry) => entry.key === key)?.value)
  const energySun = value('getEnergyFee')
  if (energySun === 0n) return troubled('malformed', 'no energy price')
  return fine({
    energySun,
    byteSun: value('getTransactionFee'),
    activationSun: value('getCreateNewAccountFeeInSystemContract') + value('getCreateAccountFee'),
  })
}

export type Balances = { trx: bigint; usdt: bigint }

/**
 * The final balances of an address, in millionths.
 * @param trxOf which TRX of the account counts
 */
export async function readBalances(
  client: NodeClient,
  usdtContract: Address,
  address: Address,
  trxOf: (account: AccountReading) => bigint,
): Promise<Result<Balances>> {
  const account = await readAccount(client, 'walletsolidity', address)
  if (!account.ok) return account
  const usdt = await readUsdt(client, 'walletsolidity', usdtContract, address)
  return usdt.ok ? fine({ trx: trxOf(account.value), usdt: usdt.value }) : usdt
}
