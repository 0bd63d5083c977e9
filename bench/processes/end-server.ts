/** Stops the server in a directory, and removes both, once the bench lets go or has ended. */
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { stopEmbedded } from '../../src/db/embedded/embedded.ts'

const [dataDir = ''] = process.argv.slice(2)
await once(process, 'disconnect')
await stopEmbedded(dataDir)
await rm(dataDir, { recursive: true, force: true })
