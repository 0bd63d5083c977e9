/** Anchors and reserves, checked with a node of the chain that may lie. */
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { buildVerify } from '../../../scripts/verifier/build-verify.ts'
import { bytesOf } from '../../../src/proof/canonical.ts'
import { checkFiles } from '../../../src/proof/check/check-files.ts'
import { readSolvency } from '../../../src/proof/solvency.ts'
import { askFiles } from '../../../src/server/cli/node-check/ask-files.ts'
import { checkWallet } from '../../../src/server/cli/node-check/check-reserves.ts'
import { nodeWords } from '../../../src/server/cli/node-check/node-words.ts'
import { openNode } from '../../../src/server/cli/node-check/open-node.ts'
import { means } from '../../../src/server/cli/verifier-means.ts'
import { textsIn } from '../../../src/server/cli/verifier-texts.ts'
import { writeAudit } from '../../../src/server/transparency/audit/write-audit.ts'
import { requireAddress } from '../../../src/tron/encoding/address.ts'
import { asJson, asList, asText } from '../../../src/tron/encoding/json.ts'
import { buildTransfer } from '../../../src/tron/transaction/build.ts'
import { signTransaction } from '../../../src/tron/transaction/signature.ts'
import { openRewritingNode, type RewritingNode } from '../../support/rewriting-node.ts'
import { runProgram } from '../../support/run-program.ts'
import { downloadDay } from '../support/download-day.ts'
import { openReserveWorld, today, type ReserveWorld } from '../support/reserve-world.ts'
import { sealToday } from '../support/makers/transparency-makers.ts'
import { isLong } from '../../support/scale.ts'

type Files = Record<string, string>

let world: ReserveWorld
let folder: string
let files: Files
let node: RewritingNode

beforeAll(async () => {
  world = await openReserveWorld()
  folder = await mkdtemp(join(tmpdir(), 'twofold-node-'))
  await buildVerify(folder)
  node = await openRewritingNode(world.devnet.url)
  world.edge.context.config.reserveWallets = [world.cold]
  await world.sign(world.keys.cold)
  const day = await sealToday(world.edge)
  // The wallet's coins come and go after the sheet, with fees in TRX.
  await world.pay(world.cold, 'TRX', '7')
  await world.pay(world.cold, 'USDT', '2.5')
  await send('TRX', 30_000_000n)
  await send('USDT', 11_000_000n)
  await world.settle()
  files = await downloadDay(world, day)
})
afterAll(async () => {
  await node.stop()
  await world.close()
  await rm(folder, { recursive: true })
})
afterEach(() => {
  node.rewrite = () => undefined
})

/** Sends coins from the reserve wallet. */
async function send(asset: 'TRX' | 'USDT', amount: bigint): Promise<void> {
  const { tron, usdtContract } = world.edge.context
  const head = await tron.finalHead()
  const built = buildTransfer({
    asset,
    from: world.cold,
    to: requireAddress(world.member.address),
    amount,
    memo: '',
    refBlockId: head.ok ? head.value.id : '',
    timestampMs: Date.now(),
    expirationMs: Date.now() + 600_000,
    usdtContract,
    feeLimitSun: 100_000_000n,
  })
  const { signedHex } = signTransaction(Buffer.from(built.rawHex, 'hex'), world.keys.cold)
  expect(await tron.broadcast(signedHex)).toMatchObject({ outcome: 'accepted' })
}

const run = promisify(execFile)

/** Runs the built program with the day's files. */
async function verify(...args: string[]): Promise<{ code: number; said: string }> {
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
  const command = ['verify.mjs', ...args, '--keys', 'keys']
  return run(process.execPath, command, { cwd: folder, env: {} }).then(
    ({ stdout }) => ({ code: 0, said: stdout }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({
      code,
      said: stdout + stderr,
    }),
  )
}

const limits = { timeoutMs: 5_000, retries: 0, ratePerSecond: 10_000, maxAnswerBytes: 1 << 20 }

/** What the node's answers mean, in one text. */
async function ask(change: Partial<typeof limits> = {}, usdt = world.devnet.info.usdtContract) {
  const asked = openNode(node.url, usdt, { ...limits, ...change })
  if (!asked) throw new Error('no node')
  const given = Object.entries(files).map(([name, text]) => ({
    name,
    bytes: bytesOf(text),
    isKeys: name === 'keys',
  }))
  const answers = await askFiles(asked, checkFiles(given, means), textsIn('en'))
  const said = answers.findings.map(({ finding: { is, says } }) => `${is}: ${says}`)
  return { ...answers, said: said.join('\n') }
}

async function askAboutDay(day: string) {
  const asked = openNode(node.url, world.devnet.info.usdtContract, limits)
  const solvency = readSolvency(JSON.parse(files.solvency ?? ''))
  if (!asked || 'fault' in solvency) throw new Error('no reserves')
  const [wallet] = solvency.wallets
  if (!wallet) throw new Error('no wallet')
  return checkWallet(asked, wallet, { network: solvency.network, day }, nodeWords)
}

const all = ['checkpoint', 'sheet', 'seal', 'solvency', 'anchor']

test('confirms an anchor and the reserves of a past day', async () => {
  const { usdtContract } = world.devnet.info
  const { code, said } = await verify(...all, '--node', node.url, '--usdt', usdtContract)
  expect(said).toMatch(
    /^All 6 files are valid: they are what the log signed\.\nThe node at [\d.:]+ agrees\.\n/,
  )
  const [, trx, usdt] =
    / had 100 TRX and 90 USDT\. Now, in block \d+, it has (\S+) TRX and (\S+) USDT\.\n/.exec(
      said,
    ) ?? []
  expect(usdt).toBe('81.5')
  expect(Number(trx)).toBeGreaterThan(60)
  // Bandwidth is free, and energy costs TRX.
  expect(Number(trx)).toBeLessThan(77)
  expect(said).toMatch(/The node agrees: The chain tron-\w{8} has the transaction \w{64} in its/)
  expect(said).not.toMatch(/Ask any explorer|gettransactionbyid/)
  expect(code).toBe(0)
})

test('asks nobody without --node', async () => {
  node.asked.length = 0
  const { code, said } = await verify(...all)
  expect(code).toBe(0)
  expect(said).toContain('Ask any explorer')
  expect(node.asked).toEqual([])
})

test('fails in the program if the node disagrees, or there are no reserves to check', async () => {
  const { usdtContract } = world.devnet.info
  const options = ['--node', node.url, '--usdt', usdtContract]
  node.rewrite = (path, answer) => {
    if (path === '/walletsolidity/getaccount') answer.balance += 1
  }
  const other = await verify('reserves', 'sheet', 'seal', 'solvency', ...options)
  expect(other.said).toMatch(
    /^The node at \S+ disagrees with this: solvency\.\nAll 4 files are valid/,
  )
  expect(other.code).toBe(1)
  if (!isLong) return
  const none = await verify('reserves', 'sheet', 'seal', ...options)
  expect([none.code, none.said]).toEqual([1, expect.stringContaining('has reserves: add')])
  expect((await verify('reserves', 'sheet')).code).toBe(2)
  expect((await verify('sheet', '--node', 'ftp://example.com')).code).toBe(2)
})

/** Verifies an audit file, and asks the node about its anchors. */
async function verifyAudit() {
  const file = join(folder, 'audit.gz')
  await writeAudit(world.edge.db, file)
  const args = [file, '--keys', join(folder, 'keys'), '--node', node.url]
  return runProgram('cli/audit-verify.ts', { args })
}

test.runIf(isLong)('confirms the anchors of an audit file with a node', async () => {
  const { code, said } = await verifyAudit()
  expect(said).toMatch(/The node agrees: The chain \S+ has the transaction/)
  expect(code).toBe(0)
})

test.runIf(isLong)('asks a node about the anchors of an audit file', async () => {
  node.rewrite = (path) => (/\/gettransaction\w*byid$/.test(path) ? {} : undefined)
  const unknown = await verifyAudit()
  expect(unknown.said).toMatch(/The node disagrees: The node doesn’t know the transaction/)
  expect(unknown.code).toBe(1)
})

test('names blocks of another day, whose balance the sheet can’t claim', async () => {
  expect((await askAboutDay(today)).is).toBe('agrees')
  const { is, says } = await askAboutDay('2020-02-20')
  expect(is).toBe('differs')
  expect(says).toMatch(/^The blocks \d+–\d+ that the sheet of 2020-02-20 names for T\w+ aren’t of/)
})

test('confirms no anchor without knowing the node’s chain', async () => {
  node.rewrite = (path, _, { num }) =>
    path.endsWith('/getblockbynum') && num === 0 ? {} : undefined
  expect((await ask()).said).toMatch(/^open: The transaction .* no block 0\.$/m)
})

test.each(['ftp://example.com', 'https://me:secret@example.com', 'https://example.com/?key=1', ''])(
  'refuses the address “%s”',
  (url) => expect(openNode(url)).toBeNull(),
)

test('names another balance of either coin', async () => {
  node.rewrite = (path, answer) => {
    if (path === '/walletsolidity/getaccount') answer.balance += 1
  }
  expect((await ask()).said).toMatch(/differs: .* had 100 TRX .* node, it had 100\.000001 TRX/)
  node.rewrite = (path, answer) => {
    const word = (81_500_001).toString(16).padStart(64, '0')
    if (path.endsWith('/triggerconstantcontract')) return { ...answer, constant_result: [word] }
  }
  const { said, isWhole, verdict } = await ask()
  expect(said).toMatch(
    /differs: .* and 90 USDT\. According to the node, it had 100 TRX and 90\.000001 USDT/,
  )
  expect(isWhole).toBe(false)
  expect(verdict).toMatch(/disagrees with this: solvency\.$/)
})

test.each([
  ['a lost row', (rows: unknown[]) => rows.slice(0, -1)],
  ['a row twice', (rows: unknown[]) => [...rows, rows.at(-1)]],
])('doesn’t hide %s of the token’s list', async (_, change) => {
  node.rewrite = (path, answer) => {
    const { data } = asJson(answer)
    if (path.includes('/trc20?')) return { ...answer, data: change(asList(data)) }
  }
  expect((await ask()).said).toMatch(/^differs: The sheet says/m)
})

test('doesn’t take an answer without rows for an empty history', async () => {
  node.rewrite = (path) => (path.startsWith('/v1/') ? {} : undefined)
  const { said, verdict } = await ask()
  expect(said).toMatch(
    /^open: The wallet T\w+: the node’s answer isn’t valid\. Where: transactions without rows/m,
  )
  expect(verdict).toMatch(/couldn’t confirm this: solvency\.$/)
})

test('says what a node without lists or the sheet’s blocks can’t tell', async () => {
  await world.switch('profile', { preset: 'bare' })
  const bare = await ask()
  await world.switch('clear-faults', {})
  expect(bare.said).toMatch(/^open: The wallet T\w+: the node doesn’t have this data\. .* \/v1\//m)
  expect(bare.said).toMatch(/^agrees: .*has the transaction/m)
  node.rewrite = (path, _, { num }) =>
    path.endsWith('/getblockbynum') && num !== 0 ? {} : undefined
  expect((await ask()).said).toMatch(/^open: The wallet T\w+: the node doesn’t.* no block \d+\.$/m)
})

test('names a changed memo, sender, and transaction', async () => {
  node.rewrite = (path, answer) => {
    if (!path.endsWith('/gettransactionbyid')) return undefined
    const { raw_data_hex: raw } = asJson(answer)
    const memo = Buffer.from('test/log ').toString('hex')
    return { ...answer, raw_data_hex: asText(raw).replace(memo, memo.replace(/^74/, '75')) }
  }
  expect((await ask()).said).toMatch(/^open: The transaction \w+: the node’s answer isn’t valid/m)
  node.rewrite = (path, answer) => {
    if (path.endsWith('/gettransactionbyid')) return { ...answer, signature: ['00'.repeat(65)] }
  }
  expect((await ask()).said).toMatch(/^open: The transaction .*owner did not sign/m)
  node.rewrite = (path) => (/\/gettransaction\w*byid$/.test(path) ? {} : undefined)
  expect((await ask()).said).toMatch(/^differs: The node doesn’t know the transaction \w{64}\.$/m)
})

const isLookUp = (path: string) => /^\/walletsolidity\/gettransaction\w*byid$/.test(path)

const readHonest = async (path: string, question: object): Promise<unknown> => {
  const body = JSON.stringify(question)
  return (await fetch(world.devnet.url + path, { method: 'POST', body })).json()
}

test('names a transaction that isn’t in a final block', async () => {
  node.rewrite = (path) => (isLookUp(path) ? {} : undefined)
  expect((await ask()).said).toMatch(/^open: The transaction \w+ isn’t in a final block yet/m)
  // The node shows its look-ups as final, and its final head is before them.
  const { blockNumber: no } = asJson(
    await readHonest('/walletsolidity/gettransactioninfobyid', { value: txidOf(await ask()) }),
  )
  const early = await readHonest('/walletsolidity/getblockbynum', { num: Number(no) - 1 })
  node.rewrite = (path) => (path === '/walletsolidity/getblock' ? early : undefined)
  expect((await ask()).said).toMatch(/^open: The transaction .* block \d+ is not final\.$/m)
  // The final block of the receipt doesn't have it.
  node.rewrite = (path, answer) => {
    if (path !== '/walletsolidity/gettransactioninfobyid') return undefined
    return { ...answer, blockNumber: Number(no) - 1 }
  }
  expect((await ask()).said).toMatch(/^open: The transaction .* block \d+ lacks the transaction/m)
})

const txidOf = ({ said }: { said: string }): string => /\b[0-9a-f]{64}\b/.exec(said)?.[0] ?? ''

test('ends on an oversized answer, a silent node, a redirect, and an unreachable one', async () => {
  node.rewrite = (path, answer) =>
    path === '/walletsolidity/getaccount' ? { ...answer, more: 'x'.repeat(1 << 20) } : undefined
  expect((await ask()).said).toMatch(/^open: The wallet .* larger than we read\. .*getaccount ans/m)
  node.rewrite = (path) => (path.endsWith('/getaccount') ? { silent: true } : undefined)
  expect((await ask({ timeoutMs: 100 })).said).toMatch(/^open: The wallet .*didn’t answer in time/m)
  node.rewrite = (path) =>
    path.endsWith('/getaccount') ? { redirect: `${world.devnet.url}${path}` } : undefined
  expect((await ask()).said).toMatch(/^open: The wallet .*redirects to another address/m)
  node.rewrite = () => ({ hangUp: 'always' })
  const { said, isWhole } = await ask()
  expect(said).toMatch(/^open: The wallet .*reach the node\.[\s\S]*^open: The transaction .*reach/m)
  expect(isWhole).toBe(false)
})

test('asks no node of another chain about wallets', async () => {
  node.rewrite = (path, answer, { num }) => {
    if (!path.endsWith('/getblockbynum') || num !== 0) return undefined
    return { ...answer, blockID: `${'0'.repeat(16)}${'ab'.repeat(24)}` }
  }
  expect((await ask()).said).toMatch(/^open: The node is on the chain tron-abababab, and the/m)
  node.rewrite = () => undefined
  const asked = openNode(node.url, undefined, limits)
  expect(asked?.usdt).toBeNull()
})
