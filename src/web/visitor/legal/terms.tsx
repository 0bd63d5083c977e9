'use no memo'

import { t } from '@lingui/core/macro'
import { LegalPage } from './legal-page.tsx'

export const meta = () => [{ title: t`Terms · Twofold` }]

export default function Terms() {
  return <LegalPage kind="terms" title={t`Terms`} />
}
