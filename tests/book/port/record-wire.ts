/**
 * Records what goes over the ledger port: `node tests/book/port/record-wire.ts`. Run it in the
 * release that sends something new, after one whose processes all read it: see CONTRIBUTING.
 */
import { writeFileSync } from 'node:fs'
import { wireFile, writeWireRecord } from './wire-record.ts'

writeFileSync(wireFile, `${JSON.stringify(writeWireRecord(), null, 2)}\n`)
