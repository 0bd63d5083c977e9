/** Checks files as worker.ts does, with a library's Ed25519, for browsers that have none. */
import { sha256 } from '@noble/hashes/sha2.js'
import { checkFiles } from '../proof/check/check-files.ts'
import { tell } from '../proof/check/describe.ts'
import { verifyEd25519 } from '../proof/ed25519.ts'
import { proofTexts, type Asked } from './worker-asked.ts'

addEventListener('message', ({ data }: MessageEvent<Asked>) => {
  const checked = checkFiles(data.files, { sha256, verify: verifyEd25519 })
  postMessage(tell(checked, proofTexts(data.language), sha256), {})
})
