/** Checks files beside a page of the app, which stays responsive meanwhile. */
import { sha256 } from '@noble/hashes/sha2.js'
import { checkFiles, type KeptFile } from '../proof/check/check-files.ts'
import { tell } from '../proof/check/describe.ts'
import { words } from '../proof/check/words.ts'
import { verifyEd25519 } from '../proof/ed25519.ts'

type Asked = { readonly files: readonly KeptFile[]; readonly language: keyof typeof words }

addEventListener('message', ({ data }: MessageEvent<Asked>) => {
  const checked = checkFiles(data.files, { sha256, verify: verifyEd25519 })
  postMessage(tell(checked, words[data.language]), {})
})
