/** Witnesses that listen, with their stores in a folder of the test. */
import { once } from 'node:events'
import type { Server } from 'node:http'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ed25519 } from '@noble/curves/ed25519.js'
import { KEY_TYPES, verifierOf, type Verifier } from '../../../src/proof/note.ts'
import { sha256 } from '../../../src/server/transparency/log/sha256.ts'
import { serveWitness } from '../../../src/server/witness/serve-witness.ts'
import { WitnessStore } from '../../../src/server/witness/witness-store.ts'
import { Witness } from '../../../src/server/witness/witness.ts'

export type WitnessServers = Awaited<ReturnType<typeof openWitnessServers>>

export async function openWitnessServers() {
  const folder = await mkdtemp(join(tmpdir(), 'twofold-witnesses-'))
  const servers: Server[] = []

  /** Listens. Returns the server's address. */
  async function serve(server: Server): Promise<string> {
    servers.push(server)
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  }

  return {
    folder,
    serve,
    /** An honest witness of a log. */
    async open(name: string, log: Verifier, now?: () => number) {
      const store = new WitnessStore(join(folder, name))
      const key = await store.readKey()
      const verifier = verifierOf(sha256, name, ed25519.getPublicKey(key), KEY_TYPES.witness)
      const sign = (text: Uint8Array) => ed25519.sign(text, key)
      const witness = new Witness({ store, verifier, sign, logs: [log], ...(now ? { now } : {}) })
      return { verifier, witness, url: await serve(serveWitness(witness, () => {})) }
    },
    async close() {
      for (const server of servers) {
        server.closeAllConnections()
        server.close()
      }
      await rm(folder, { recursive: true })
    },
  }
}
