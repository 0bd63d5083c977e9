'use no memo'

import { t } from '@lingui/core/macro'
import { LegalPage } from './legal-page.tsx'

export const meta = () => [{ title: t`Privacy Notice · Twofold` }]

export default function Privacy() {
  return <LegalPage kind="privacy" title={t`Privacy Notice`} />
}
