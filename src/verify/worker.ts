/** Checks files in the background, so that the page stays responsive. */
import { sha256 } from '@noble/hashes/sha2.js'
import { translateTexts } from '../domain/texts.ts'
import { checkFiles, type KeptFile } from '../proof/check/check-files.ts'
import { tell } from '../proof/check/describe.ts'
import { words } from '../proof/check/words.ts'
import { verifyEd25519 } from '../proof/ed25519.ts'
import { catalogs } from './catalogs.ts'

type Asked = { readonly files: readonly KeptFile[]; readonly language: string }

addEventListener('message', ({ data }: MessageEvent<Asked>) => {
  const checked = checkFiles(data.files, { sha256, verify: verifyEd25519 })
  const own = translateTexts(words, 'proof', (id) => catalogs[data.language]?.texts[id])
  postMessage(tell(checked, own, sha256), {})
})
