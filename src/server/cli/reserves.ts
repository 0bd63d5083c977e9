import { readFile } from 'node:fs/promises'
import { PUBLIC_MODE, writeNewFile } from '../../terminal/new-file.ts'
import { readCommand, runTool } from '../../terminal/tool.ts'
import { parseAddress } from '../../tron/encoding/address.ts'
import { brandName } from '../brand/brand.ts'
import { withDatabase, type Tool } from '../startup/tool-database.ts'
import { readOrigin } from '../transparency/log/epochs.ts'
import {
  draftStatement,
  keepStatement,
  StatementRefused,
  type Place,
} from '../transparency/reserves/statements.ts'

const USAGE = `Usage: npm run reserves -- <command>

  text --address T… --out FILE            writes what the owner of T… signs today
  add  --text FILE --signature HEX --operator NAME
                                          keeps the signed statement: it counts for 35 days

Sign it with "npm run wallet -- prove" on an offline machine, or with any wallet that signs messages
(TIP-191, signMessageV2).
`

const { command, need } = readCommand({
  usage: USAGE,
  words: 1,
  commands: ['text', 'add'],
  options: {
    address: { type: 'string' },
    out: { type: 'string' },
    text: { type: 'string' },
    signature: { type: 'string' },
    operator: { type: 'string' },
  },
})

/** The network that this database follows. */
async function readPlace({ db, config }: Tool): Promise<Place> {
  const cursor = await db.selectFrom('chain_cursors').select('network').executeTakeFirst()
  if (!cursor) throw new StatementRefused('The worker has not read the chain yet.')
  const origin = await readOrigin(db, config.publicUrl)
  return { brand: brandName(), origin, network: cursor.network }
}

async function run(tool: Tool): Promise<string> {
  const place = await readPlace(tool)
  switch (command) {
    case 'text': {
      const reading = parseAddress(need('address'))
      if (!reading.ok) throw new StatementRefused(`--address: ${reading.message}`)
      const out = need('out')
      writeNewFile(out, await draftStatement(tool.db, place, reading.address), PUBLIC_MODE)
      return `Written to ${out}. Sign exactly these bytes.`
    }
    case 'add': {
      const text = await readFile(need('text'), 'utf8')
      const given = { text, signature: need('signature'), operator: need('operator') }
      const { address, day } = await keepStatement(tool.db, given, place)
      return `${address} counts on sheets from ${day} on, for 35 days.`
    }
  }
}

await runTool([StatementRefused], async () => {
  console.log(await withDatabase('reserves tool', (tool) => run(tool)))
})
