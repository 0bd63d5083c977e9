/** Packets that get lost on their way between two machines. Needs nftables. */
import { execFileSync, spawnSync } from 'node:child_process'

const isInstalled = spawnSync('nft', ['--version']).status === 0

export const lacksFilter = (): string | null => (isInstalled ? null : 'nft is not installed')

const TABLE = 'bridge cluster'

/** Drops the matching packets until the work ends. */
async function whileDropping<T>(match: string, work: () => Promise<T>): Promise<T> {
  const chain = `chain lost { type filter hook forward priority 0; ${match} drop; }`
  const rules = `table ${TABLE} { ${chain}; }`
  execFileSync('nft', ['-f', '-'], { input: rules })
  try {
    return await work()
  } finally {
    execFileSync('nft', ['delete', 'table', ...TABLE.split(' ')])
  }
}

/** Each packet between two machines is lost with this probability. */
export const whileLossy = <T>(percent: number, work: () => Promise<T>): Promise<T> =>
  whileDropping(`numgen random mod 100 < ${percent}`, work)

/** Nothing of the first address reaches the second, but everything the other way around. */
export const whileUnheard = <T>(from: string, to: string, work: () => Promise<T>): Promise<T> =>
  whileDropping(`ip saddr ${from} ip daddr ${to}`, work)
