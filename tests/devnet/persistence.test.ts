import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { programEnv } from '../support/run-program.ts'
import { callDevnet, callNode } from './network.ts'
import { isLong } from '../support/scale.ts'

const script = fileURLToPath(new URL('child.ts', import.meta.url))
const address = 'TL24LCps5FKwp3PoU1MvrYrwhi5LU1tHre'
let dataDir = ''
let child: ChildProcess | undefined

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'twofold-devnet-'))
})
afterEach(async () => {
  await kill()
  rmSync(dataDir, { recursive: true })
})

async function start(): Promise<string> {
  child = spawn(process.execPath, [script, dataDir], {
    env: programEnv,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = (await once(child.stdout ?? child, 'data')) as [Buffer]
  return line.toString().trim()
}

async function kill(): Promise<void> {
  if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill('SIGKILL')
  await exited
}

const info = async (url: string): Promise<unknown> => (await fetch(`${url}/devnet/info`)).json()

describe('the chain survives a kill', () => {
  test.runIf(isLong)('keeps blocks, pending transactions, forks, and failures', async () => {
    const url = await start()
    await callDevnet(url, 'faucet', { address, asset: 'TRX', amount: '5' })
    await callDevnet(url, 'mine', { blocks: 3 })
    await callDevnet(url, 'fail-next', { contractRet: 'OUT_OF_ENERGY' })
    const failed = await callDevnet(url, 'faucet', { address, asset: 'USDT', amount: '7' })
    await callDevnet(url, 'mine', { blocks: 1 })
    await callDevnet(url, 'reorg', { blocks: 2 })
    const { txid } = await callDevnet(url, 'faucet', { address, asset: 'USDT', amount: '2.5' })
    const before = await info(url)
    const blocks = await callNode(url, '/wallet/getblockbylimitnext', { startNum: 1, endNum: 60 })
    await kill()

    const again = await start()
    expect(await info(again)).toEqual(before)
    const range = { startNum: 1, endNum: 60 }
    expect(await callNode(again, '/wallet/getblockbylimitnext', range)).toEqual(blocks)
    await callDevnet(again, 'mine', { blocks: 1 })
    const value = { value: txid }
    expect(await callNode(again, '/wallet/gettransactioninfobyid', value)).toMatchObject({
      id: txid,
    })
    const failure = await callNode(again, '/wallet/gettransactioninfobyid', { value: failed.txid })
    expect(failure).toMatchObject({ result: 'FAILED', receipt: { result: 'OUT_OF_ENERGY' } })
  })

  test.runIf(isLong)('drops a line that the kill cut short', async () => {
    const url = await start()
    await callDevnet(url, 'mine', { blocks: 2 })
    const before = await info(url)
    await kill()
    const path = join(dataDir, 'chain.jsonl')
    const whole = readFileSync(path, 'utf8')
    appendFileSync(path, '{"kind":"block","timeM')
    const again = await start()
    expect(await info(again)).toEqual(before)
    expect(readFileSync(path, 'utf8')).toBe(whole)
    await callDevnet(again, 'mine', { blocks: 1 })
    await kill()
    expect(await info(await start())).toMatchObject({ head: 23 })
  })
})
