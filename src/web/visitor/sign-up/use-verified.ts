'use no memo'

import { useEffect, useState } from 'react'
import { call } from '../../session/api.ts'

const POLL_MS = 4000
const TIMEOUT_MS = 20 * 60_000

/**
 * Whether the new member's email has been verified, on any device. We learn it from the
 * registration's own referral code, which becomes valid with the account and which no one else
 * knows before.
 */
export function useVerified(code: string): boolean {
  const [isVerified, setIsVerified] = useState(false)
  useEffect(() => {
    if (!code || isVerified) return
    const startMs = Date.now()
    const timer = setInterval(() => {
      if (Date.now() - startMs > TIMEOUT_MS) clearInterval(timer)
      else if (document.visibilityState === 'visible') {
        call('checkReferral', { query: { code } }).then(
          ({ valid }) => valid && setIsVerified(true),
          () => null,
        )
      }
    }, POLL_MS)
    return () => clearInterval(timer)
  }, [code, isVerified])
  return isVerified
}
