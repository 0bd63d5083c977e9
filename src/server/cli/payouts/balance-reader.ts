import { nowMs } from '../../../clock/clock.ts'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Address } from '../../../tron/encoding/address.ts'
import { signDeployment } from '../../../tron/query/deploy-reader.ts'
import type { TronNodes } from '../../../tron/quorum/nodes.ts'
import { readPrivateKey } from '../../../tron/keys/secret-keys.ts'
import { BatchRefused } from '../../custody/batch-refused.ts'

const VALID_FOR_MS = 300_000
const POLL_MS = 3_000

/** Reports, one line per node, whether it has the balance reader's code at an address. */
export async function verifyReaderCode(tron: TronNodes, reader: Address): Promise<string> {
  const answers = await tron.hasReader(reader)
  if (answers.length === 0) throw new BatchRefused('No node is available.')
  return answers
    .map(({ host, found }) => {
      if (!found.ok) return `${host}: ${found.trouble.kind}`
      return `${host}: ${found.value ? 'has our code' : 'does NOT have our code'} at ${reader}`
    })
    .join('\n')
}

/**
 * Deploys the balance reader with the key in a file, and waits until a final block has it.
 * @throws BatchRefused when the network refuses it or it expires.
 */
export async function deployReader(tron: TronNodes, keyFile: string): Promise<string> {
  const final = await tron.finalHead()
  if (!final.ok) throw new BatchRefused(`The chain cannot be read: ${final.trouble.kind}.`)
  const times = { timestampMs: nowMs(), expirationMs: final.value.timeMs + VALID_FOR_MS }
  const key = readPrivateKey(readFileSync(keyFile, 'utf8'))
  const order = { refBlockId: final.value.id, ...times }
  const { txid, signedHex, reader } = signDeployment(order, key)
  const sent = await tron.broadcast(signedHex)
  if (sent.outcome === 'rejected') {
    throw new BatchRefused(`The network refuses it: ${sent.code} ${sent.message}`)
  }
  while (nowMs() < times.expirationMs + VALID_FOR_MS) {
    const found = await tron.transaction(txid)
    if (found.ok && found.value.state === 'final') {
      const { contractRet } = found.value
      if (contractRet !== 'SUCCESS') throw new BatchRefused(`It failed: ${contractRet}.`)
      return `TRON_BALANCE_READER=${reader}\n${await verifyReaderCode(tron, reader)}`
    }
    await sleep(POLL_MS)
  }
  throw new BatchRefused(`No final block has transaction ${txid}. Look it up before trying again.`)
}
