/**
 * Checks files in a worker, so that the page of the app stays responsive. It answers null if this
 * browser has no Ed25519. The page then uses worker-full.ts.
 */
import { sha256 } from '@noble/hashes/sha2.js'
import { tell } from '../proof/check/describe.ts'
import { checkWithBrowser } from './own-ed25519.ts'
import { proofTexts, type Asked } from './worker-asked.ts'

async function answer({ files, language }: Asked): Promise<void> {
  const checked = await checkWithBrowser(files, sha256)
  postMessage(checked && tell(checked, proofTexts(language), sha256), {})
}

// The page sees an error only if nobody awaits it.
addEventListener('message', ({ data }: MessageEvent<Asked>) => void answer(data).catch(reportError))
