import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { writeNewFile } from '../../terminal/new-file.ts'
import { toHex } from '../../tron/encoding/hex.ts'
import { newHouseKey, readHouseKey } from '../../tron/keys/house-key.ts'
import type { Config } from '../config/config.ts'
import { BatchRefused } from './batch-refused.ts'

type Settings = Pick<Config, 'production' | 'exportKeyFile' | 'dataDir'>

/**
 * The house key, which seals payout files. The export command reads it from a file, so that it is
 * never in the settings of an internet-facing process. Development creates one.
 * @throws BatchRefused if there is none.
 */
export function readExportKey(settings: Settings): Uint8Array {
  const path = pathOf(settings)
  if (!existsSync(path)) {
    if (settings.production) {
      throw new BatchRefused(`There is no ${path}. Make it with: npm run payouts -- house-key`)
    }
    makeExportKey(settings)
  }
  try {
    return readHouseKey(readFileSync(path, 'utf8'))
  } catch {
    throw new BatchRefused(`${path} can't be read, or doesn't hold a house key.`)
  }
}

/** Creates the file if there is none. Never replaces one, because signers have pinned it. */
export function makeExportKey(settings: Settings): void {
  const path = pathOf(settings)
  if (existsSync(path)) return
  mkdirSync(dirname(path), { recursive: true })
  writeNewFile(path, `${toHex(newHouseKey())}\n`)
}

function pathOf({ production, exportKeyFile, dataDir }: Settings): string {
  if (exportKeyFile !== null) return exportKeyFile
  if (production) throw new BatchRefused('EXPORT_KEY_FILE is not set.')
  return join(dataDir, 'export-key')
}
