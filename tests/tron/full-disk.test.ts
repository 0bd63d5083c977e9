import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { requireAddress } from '../../src/tron/encoding/address.ts'
import { toHex } from '../../src/tron/encoding/hex.ts'
import { housePublicKey, newHouseKey, sealFile } from '../../src/tron/keys/house-key.ts'
import { newPrivateKey } from '../../src/tron/keys/secret-keys.ts'
import { readSignedFile, writePayoutFile } from '../../src/tron/signer/payout-file.ts'
import { mainNetwork } from '../../src/tron/signer/signer-policy.ts'
import { addressOfKey } from '../../src/tron/transaction/signature.ts'
import { openOfflineSigner, type OfflineSigner } from '../support/offline-signer.ts'

// A full disk costs a try, and nothing else: the same command works once there is space.

const houseKey = newHouseKey()
const key = newPrivateKey()
const source = (path: string): string => new URL(`../../src/${path}`, import.meta.url).href

let signer: OfflineSigner
beforeEach(() => {
  signer = openOfflineSigner({ key: toHex(key) })
})
afterEach(() => signer.close())

/** Runs a few lines where no file may be larger, as on a disk that has that much space left. */
function withSpaceFor(blocks: number, lines: string, ...args: string[]): string {
  const limited = `trap '' XFSZ; ulimit -f ${blocks}; exec "$@"`
  const program = [process.execPath, '--input-type=module', '--eval', lines, '--', ...args]
  const ended = spawnSync('sh', ['-c', limited, 'sh', ...program], { encoding: 'utf8' })
  expect({ stderr: ended.stderr, code: ended.status }).toEqual({ stderr: '', code: 0 })
  return ended.stdout
}

const wallet = `
  import { runWallet } from '${source('tron/signer/wallet-cli.ts')}'
  const args = process.argv.slice(1)
  await runWallet(args, async () => true).catch(({ code, path }) => console.log(code, path))`

const names = (): string[] => readdirSync(join(signer.folder, 'signer')).toSorted()

test.runIf(process.platform === 'linux')('pins a policy after a full disk', async () => {
  const trust = ['trust', '--house', housePublicKey(houseKey)]
  const path = join(signer.folder, 'signer/policy.json')
  const said = withSpaceFor(0, wallet, ...trust, '--signer', join(signer.folder, 'signer'))
  expect(said).toBe(`EFBIG ${path}\n`)
  expect(await signer.run(...trust)).toContain('This signer trusts')
})

test.runIf(process.platform === 'linux').each([
  [0, 'lock'],
  [1, 'signed'],
])('signs a file after a disk with %i blocks was full', async (blocks, name) => {
  await signer.run('trust', '--house', housePublicKey(houseKey))
  const file = signer.store('export', seal())
  const secret = signer.store('key', toHex(key))
  const out = join(signer.folder, 'signed')
  const sign = ['sign', '--payouts', file, '--key', secret, '--out', out]
  const said = withSpaceFor(blocks, wallet, ...sign, '--signer', join(signer.folder, 'signer'))
  expect(said).toContain(`EFBIG ${join(signer.folder, 'signer', name)}`)
  expect(names().filter((each) => each !== 'signed.jsonl')).toEqual(['policy.json'])
  expect(await signer.run(...sign)).toContain('Signed 2 transactions')
  expect(readSignedFile(readFileSync(out, 'utf8')).payouts).toHaveLength(2)
})

test.runIf(process.platform === 'linux')('makes a house key after a full disk', () => {
  const lines = `
    import { makeExportKey } from '${source('server/custody/export-key.ts')}'
    const settings = { production: true, exportKeyFile: process.argv[1], dataDir: '' }
    try { makeExportKey(settings); console.log('made') }
    catch ({ code }) { console.log(code) }`
  const path = join(signer.folder, 'house-key')
  expect(withSpaceFor(0, lines, path)).toBe('EFBIG\n')
  expect(withSpaceFor(9, lines, path)).toBe('made\n')
  expect(readFileSync(path, 'utf8')).toMatch(/^[0-9a-f]{64}\n$/)
})

function seal(): string {
  const [from, to] = [addressOfKey(key), requireAddress('TL24LCps5FKwp3PoU1MvrYrwhi5LU1tHre')]
  const order = { asset: 'TRX', from, to, amount: 12_500_000n, feeLimitSun: 0n } as const
  const now = Date.now()
  const file = {
    kind: 'payouts',
    ...mainNetwork,
    batch: 'batch-1',
    refBlockId: '0000000003fe262d52bfa4b2814f816fd2e57af5b98a33d60d8630a03a908e0e',
    timestampMs: now,
    expirationMs: now + 3_600_000,
    payouts: [17, 18].map((no) => ({ ...order, id: String(no), attempt: 1 })),
  } as const
  return sealFile(writePayoutFile(file), houseKey)
}
