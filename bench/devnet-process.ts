/** A devnet in its own process, so that a measurement waits for it as for a real node. */
import { startDevnet } from '../src/devnet/devnet.ts'

const [dataDir = ''] = process.argv.slice(2)
const devnet = await startDevnet({ port: 0, host: '127.0.0.1', dataDir, blockMs: 0 })
console.log(JSON.stringify({ url: devnet.url, usdtContract: devnet.info.usdtContract }))
