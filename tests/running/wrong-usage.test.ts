import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { programEnv } from '../support/run-program.ts'
import { sample } from '../support/scale.ts'

// A tired person mistypes an option. No tool starts its work then, or prints a stack.

const execute = promisify(execFile)
const root = fileURLToPath(new URL('../../', import.meta.url))
const { scripts } = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync(`${root}package.json`, 'utf8')))

/** The scripts that are programs of ours, with the file of each. */
const programs = Object.entries(scripts).flatMap(([name, line]) => {
  const [, path] = /^(?:\w+=\w+ )*node (\S+\.ts)$/.exec(line) ?? []
  return path === undefined ? [] : [{ name, path }]
})

type Ended = { code: number; stdout: string; stderr: string }

function run(path: string, ...args: string[]): Promise<Ended> {
  // Without settings or a database: they don't matter.
  const options = { cwd: root, env: programEnv, timeout: 120_000 }
  return execute(process.execPath, [path, ...args], options).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }: Ended) => ({ code, stdout, stderr }),
  )
}

const STACK = /^ {4}at |node:internal|throw /m

test('finds the programs behind the scripts', () => {
  expect(programs.length).toBeGreaterThan(25)
  const others = Object.entries(scripts).filter(
    ([name, line]) => line.includes('node ') && !programs.some((each) => each.name === name),
  )
  expect(others).toEqual([])
})

test.concurrent.each(sample(programs, 36))(
  '$name explains an option that does not exist',
  async ({ path }) => {
    const { code, stdout, stderr } = await run(path, '--no-such')
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toMatch(/^Unknown option '--no-such'\.\nUsage: /)
    expect(stderr).not.toMatch(STACK)
  },
)

const someFile = 'tests/running/wrong-usage.test.ts'
const wrong: [path: string, args: string[], code: number, said: RegExp][] = [
  ['cli/audit-export.ts', [], 2, /^--out is missing\./],
  ['cli/audit-verify.ts', [], 2, /^Which file\?\n/],
  [
    'cli/audit-verify.ts',
    ['no-such-file'],
    1,
    /^no-such-file: There is no such file or folder\.\n$/,
  ],
  ['cli/audit-verify.ts', ['src'], 1, /It is a folder\. Name a file\.\n$/],
  ['cli/audit-verify.ts', [someFile], 1, /^differs: /],
  ['cli/audit-verify.ts', [someFile, '--keys', 'no-such'], 1, /^no-such: There is no such file/],
  ['cli/audit-verify.ts', [someFile, '--node', 'nowhere'], 2, /^--node needs an HTTP address/],
  ['cli/check-ledger.ts', ['--head', '17025630d831'], 2, /^--head must be 64 hex digits/],
  ['cli/drill.ts', [], 2, /^Restore what\?\n/],
  ['cli/drill.ts', ['--copy', 'src', '--until', 'noon'], 2, /^'noon' is not a time/],
  ['cli/drill.ts', ['--copy', 'src', '--hours', 'many'], 2, /^--hours must be a number/],
  [
    'cli/drill.ts',
    ['--restored', 'postgres://a:secret@b/c', '--taken', '2026-11-20'],
    2,
    /^Others see a password on the command line\. /,
  ],
  ['cli/migrate.ts', ['contrct'], 2, /^There is no command 'contrct'\.\n/],
  [
    'cli/operator.ts',
    ['add', 'y1', 'admin'],
    2,
    /^'y1' can't be a username, which has 3 to 30 letters/,
  ],
  ['cli/operator.ts', ['add', 'late'], 2, /^Which role\?\n/],
  ['cli/operator.ts', ['add', 'late', 'boss'], 2, /^There is no role 'boss'\.\n/],
  ['cli/operator.ts', ['reset', 'late', 'admin'], 2, /^Unexpected argument 'admin'\.\n/],
  ['cli/operator.ts', ['remove', 'late'], 2, /^There is no command 'remove'\.\n/],
  ['cli/payouts.ts', [], 2, /^Which command\?\n/],
  ['cli/public-log.ts', ['statuz'], 2, /^There is no command 'statuz'\.\n/],
  ['cli/reserves.ts', ['text', 'T1'], 2, /^Unexpected argument 'T1'\.\n/],
  ['cli/verify-proof.ts', [], 2, /^Which files\?\n/],
  [
    'cli/verify-proof.ts',
    ['no-such-file'],
    1,
    /^no-such-file: There is no such file or folder\.\n$/,
  ],
  ['cli/verify-proof.ts', ['src'], 1, /It is a folder\. Name a file\.\n$/],
  ['cli/verify-proof.ts', ['reserves', someFile], 2, /^--node is missing\.\n/],
  ['cli/witness.ts', [], 2, /^--dir is missing\.\n/],
  ['cli/witness.ts', ['--dir', 'src', '--name', 'w', '--port', 'http'], 2, /^--port must be a num/],
  [
    'cli/witness.ts',
    ['--dir', 'src', '--name', 'w', '--log', 'key'],
    2,
    /^This is not a public key/,
  ],
  ['tests/cluster/main.ts', ['--only', 'no-such:2'], 2, /^There is no fault 'no-such'\./],
  ['wallet', [], 2, /^Which command\?\n/],
  ['wallet', ['sign'], 2, /^--payouts FILE is missing\.\n/],
  ['wallet', ['derive'], 2, /^--xpub FILE is missing\.\n/],
  ['wallet', ['derive', '--xpub', 'xpub6C'], 2, /^--xpub takes a file with the xpub\.\n/],
  ['wallet', ['derive', '--xpub', 'x', '--from', 'one'], 2, /^--from must be a number from 0\.\n/],
  ['wallet', ['xpub', '--words', 'no-such'], 1, /^no-such: There is no such file or folder\.\n$/],
]

test.concurrent.each(sample(wrong, 36))('%s %j', async (tool, args, expected, said) => {
  const usual = tool.startsWith('tests/') ? tool : `src/server/${tool}`
  const path = tool === 'wallet' ? 'src/tron/signer/wallet-cli.ts' : usual
  const { code, stdout, stderr } = await run(path, ...args)
  expect(stdout + stderr).toMatch(said)
  expect(stdout + stderr).not.toMatch(STACK)
  expect(code).toBe(expected)
})

test('prints how to call a tool', async () => {
  const { code, stdout, stderr } = await run('src/server/cli/witness.ts', '--help')
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout).toMatch(/^Usage: npm run witness /)
})
