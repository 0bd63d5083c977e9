/** Seeds that failed once, stored next to this file and always played first. */
import { readFileSync, writeFileSync } from 'node:fs'

const path = new URL('seeds.json', import.meta.url)

export const keptSeeds = (): number[] => JSON.parse(readFileSync(path, 'utf8')) as number[]

export function keepSeed(seed: number): void {
  const seeds = new Set([...keptSeeds(), seed])
  writeFileSync(path, `[${[...seeds].join(', ')}]\n`)
}

export const freshSeed = (): number => 1 + Math.floor(Math.random() * 1_000_000)
