import { t } from '@lingui/core/macro'
import { BeforeConsole } from './before-console.tsx'
import { OwnPassword } from './own-password.tsx'

/** Someone else created the first password, so the operator must first choose their own. */
export const ChoosePassword = () => (
  <BeforeConsole
    title={t`Your password · Twofold console`}
    heading={t`Choose your own password`}
    intro={t`You signed in with a temporary password. Choose your own to open the console.`}
  >
    <OwnPassword />
  </BeforeConsole>
)
