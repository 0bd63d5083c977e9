import { closeSync, fstatSync, openSync, readFileSync } from 'node:fs'
import { PayoutFileFault } from './payout-file.ts'

/** The largest file, with a thousand signed payouts, has about 1.3 MB. */
const MAX_BYTES = 4_000_000

/** Reads a payout file or a signed file, which anyone may have changed. Throws PayoutFileFault. */
export function readTravelFile(path: string): Buffer {
  const file = openSync(path, 'r')
  try {
    if (fstatSync(file).size > MAX_BYTES) {
      throw new PayoutFileFault(`${path} has more than ${MAX_BYTES / 1_000_000} MB`)
    }
    return readFileSync(file)
  } finally {
    closeSync(file)
  }
}
