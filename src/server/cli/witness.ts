/**
 * `npm run witness -- --dir DIR --name NAME --log KEY…`: cosigns the checkpoints of any log. It
 * needs a persistent directory, and neither our database nor our server.
 */
import { once } from 'node:events'
import { parseArgs } from 'node:util'
import { KEY_TYPES, readVerifier, verifierOf, verifierText } from '../../proof/note.ts'
import { DataDirInUse, lockDataDir } from '../startup/instance-lock.ts'
import { openSigner } from '../transparency/log/sign-checkpoint.ts'
import { sha256 } from '../transparency/log/sha256.ts'
import { serveWitness } from '../witness/serve-witness.ts'
import { Witness } from '../witness/witness.ts'
import { WitnessStore } from '../witness/witness-store.ts'
import { plainLine } from './plain-line.ts'

const USAGE = `Usage: npm run witness -- --dir DIR --name NAME --log KEY [--log KEY…] [--port 7380]
                      [--host 127.0.0.1]

  --dir   where it keeps its key and the newest checkpoints. Never restore it from a backup: a
          witness that forgets must begin again with a new directory and a new key
  --name  its name, such as the address that you give it: witness.example.org
  --log   a public key of a log that it watches, as /log/keys has it
`

const { values } = parseArgs({
  options: {
    dir: { type: 'string' },
    name: { type: 'string' },
    log: { type: 'string', multiple: true, default: [] },
    port: { type: 'string', default: '7380' },
    host: { type: 'string', default: '127.0.0.1' },
  },
})

class Refused extends Error {}

function need(name: 'dir' | 'name'): string {
  const value = values[name]
  if (value === undefined) throw new Refused(`--${name} is missing.\n${USAGE}`)
  return value
}

const log = (line: string): void => console.error(plainLine(line))

async function start(): Promise<void> {
  const [dir, name] = [need('dir'), need('name')]
  if (!/^[^\s+]+$/.test(name)) throw new Refused('--name has no spaces and no plus sign.')
  const logs = values.log.map((text) => {
    const verifier = readVerifier(sha256, text)
    if (verifier?.type === KEY_TYPES.signer) return verifier
    throw new Refused(`This is not a public key of a log: ${text}`)
  })
  if (logs.length === 0) throw new Refused(`--log is missing.\n${USAGE}`)
  const lock = await lockDataDir(dir)
  const store = new WitnessStore(dir)
  const { verifier: own, sign } = openSigner(name, (await store.readKey()).toString('hex'))
  const verifier = verifierOf(sha256, name, own.key, KEY_TYPES.witness)
  const server = serveWitness(new Witness({ store, verifier, sign, logs }), log)
  server.listen(Number(values.port), values.host)
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  console.log(`The witness listens on http://${values.host}:${port}. Its public key:`)
  console.log(verifierText(verifier))
  const stop = (): void => {
    server.close(() => void lock.release())
    server.closeIdleConnections()
  }
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
}

try {
  await start()
} catch (error) {
  if (!(error instanceof Refused || error instanceof DataDirInUse)) throw error
  console.error(error.message)
  process.exitCode = 1
}
