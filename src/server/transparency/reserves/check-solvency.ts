/** Checks a sealed day's reserves without our database: sums, signatures, and the sample. */
import { ReserveSample, Solvency } from '../../../contract/subjects/reserves.ts'
import { countsOn, readStatement } from '../../../proof/reserve-statement.ts'
import { checkSample } from '../../../proof/reserve-tree.ts'
import { signerOfMessage } from '../../../tron/transaction/signed-message.ts'
import { sha256 } from '../log/sha256.ts'
import { committedIn, openingsIn } from './sample-body.ts'
import { deriveSolvency, type SolvencyBody } from './solvency-figures.ts'

type Place = { readonly day: string; readonly origin: string }

/** Why a wallet that counts shouldn't; null if it should. */
function findWalletFault(
  { address, statement }: SolvencyBody['wallets'][number],
  network: string | null,
  { day, origin }: Place,
): string | null {
  const read = statement && readStatement(statement.text)
  if (!statement || !read) return 'has no statement'
  const isHere = read.origin === origin && read.network === network && read.address === address
  if (!isHere) return 'has a statement about another wallet, chain, or log'
  if (!countsOn(read.day, day)) return 'has a statement of another time'
  return signerOfMessage(statement.text, statement.signature) === address
    ? null
    : 'has a statement that another key signed'
}

/**
 * What is wrong with the reserves of a day, or null.
 * @param sample the exact bytes, if the auditor has them
 */
export function findSolvencyFault(body: string, place: Place, sample?: string): string | null {
  const said = Solvency.parse(JSON.parse(body))
  for (const wallet of said.wallets.filter(({ state }) => state === 'counted')) {
    const fault = findWalletFault(wallet, said.network, place)
    if (fault !== null) return `the wallet ${wallet.address} ${fault}`
  }
  const { held, usd, ratio } = said
  if (JSON.stringify(deriveSolvency(said)) !== JSON.stringify({ held, usd, ratio })) {
    return 'the sums are not those of the wallets and the price'
  }
  const committed = committedIn(body)
  if (sample === undefined || !committed) return null
  const { block } = ReserveSample.parse(JSON.parse(sample))
  return checkSample(sha256, { day: place.day, ...committed }, block.id, openingsIn(sample))
}
