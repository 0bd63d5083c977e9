import { startDevnet } from '../../src/devnet/devnet.ts'

// A devnet in its own process, so that a test can kill it. Prints its address when ready.
const [dataDir = '', blockMs = '0'] = process.argv.slice(2)
const options = { port: 0, host: '127.0.0.1', dataDir, blockMs: Number(blockMs) }
const devnet = await startDevnet(options)
console.log(devnet.url)
