/**
 * `npm run witness -- --dir DIR --name NAME --log KEY…`: cosigns the checkpoints of any log. It
 * needs a persistent directory, and neither our database nor our server.
 */
import { once } from 'node:events'
import { KEY_TYPES, readVerifier, verifierOf, verifierText } from '../../proof/note.ts'
import { readOptions, runTool, WrongUsage } from '../../terminal/tool.ts'
import { DataDirInUse, lockDataDir } from '../startup/instance-lock.ts'
import { openSigner } from '../transparency/log/sign-checkpoint.ts'
import { sha256 } from '../transparency/log/sha256.ts'
import { serveWitness } from '../witness/serve-witness.ts'
import { Witness } from '../witness/witness.ts'
import { UnfitDirectory, WitnessStore } from '../witness/witness-store.ts'
import { plainLine } from './plain-line.ts'

const USAGE = `Usage: npm run witness -- --dir DIR --name NAME --log KEY [--log KEY…] [--port 7380]
                      [--host 127.0.0.1]

  --dir   where it keeps its key and the newest checkpoints. Never restore it from a backup: a
          witness that forgets must begin again with a new directory and a new key
  --name  its name, such as the address that you give it: witness.example.org
  --log   a public key of a log that it watches, as /log/keys has it
`

const { need, values } = readOptions({
  usage: USAGE,
  options: {
    dir: { type: 'string' },
    name: { type: 'string' },
    log: { type: 'string', multiple: true, default: [] },
    port: { type: 'string', default: '7380' },
    host: { type: 'string', default: '127.0.0.1' },
  },
})

function readPort(text: string): number {
  const port = /^\d+$/.test(text) ? Number(text) : Infinity
  if (port <= 65_535) return port
  throw new WrongUsage(`--port must be a number up to 65535, and not '${text}'.`, USAGE)
}

const log = (line: string): void => console.error(plainLine(line))

async function start(): Promise<void> {
  const [dir, name] = [need('dir'), need('name')]
  const port = readPort(values.port)
  if (!/^[^\s+]+$/.test(name)) {
    throw new WrongUsage('--name must not contain spaces or plus signs.', USAGE)
  }
  const logs = values.log.map((text) => {
    const verifier = readVerifier(sha256, text)
    if (verifier?.type === KEY_TYPES.signer) return verifier
    throw new WrongUsage(`This is not a public key of a log: ${plainLine(text)}`, USAGE)
  })
  if (logs.length === 0) throw new WrongUsage('--log is missing.', USAGE)
  const lock = await lockDataDir(dir, 'another --dir and --port')
  const store = new WitnessStore(dir)
  const { verifier: own, sign } = openSigner(name, (await store.readKey()).toString('hex'))
  for (const { name: origin } of logs) await store.read(origin)
  const verifier = verifierOf(sha256, name, own.key, KEY_TYPES.witness)
  const server = serveWitness(new Witness({ store, verifier, sign, logs }), log)
  server.listen(port, values.host)
  await once(server, 'listening')
  const address = server.address()
  const listening = typeof address === 'object' ? address?.port : undefined
  console.log(`The witness listens on http://${values.host}:${listening}. Its public key:`)
  console.log(verifierText(verifier))
  const stop = (): void => {
    server.close(() => void lock.release())
    server.closeIdleConnections()
  }
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
}

await runTool([DataDirInUse, UnfitDirectory], start)
