import { gzipSync } from 'node:zlib'
import type { Page } from '@playwright/test'

// The weight of a visit, in kB after gzip (fonts unchanged). Prints the figures.

export type Weight = { script: number; style: number; font: number; total: number }

export const kB = (bytes: number): number => Math.round(bytes / 100) / 10

export const gzipped = (body: Buffer): number => gzipSync(body, { level: 9 }).length

/** Weighs everything that the page loads from now on. Call the result once the page has loaded. */
export function weigh(page: Page): () => Promise<Weight> {
  const pending: Promise<{ type: string; bytes: number }>[] = []
  page.on('response', (response) => {
    const type = response.request().resourceType()
    if (!response.ok() || response.url().includes('/api/')) return
    const weighOne = async () => {
      const body = await response.body()
      return { type, bytes: type === 'font' ? body.length : gzipped(body) }
    }
    pending.push(weighOne())
  })
  return async () => {
    const parts = await Promise.all(pending)
    const sum = (...types: string[]) =>
      kB(
        parts
          .filter(({ type }) => types.length === 0 || types.includes(type))
          .reduce((all, { bytes }) => all + bytes, 0),
      )
    const weight = {
      script: sum('script'),
      style: sum('stylesheet'),
      font: sum('font'),
      total: sum(),
    }
    const shown = Object.entries(weight).map(([part, figure]) => `${part} ${figure} kB`)
    process.stdout.write(`    ${new URL(page.url()).pathname}: ${shown.join(', ')}\n`)
    return weight
  }
}
