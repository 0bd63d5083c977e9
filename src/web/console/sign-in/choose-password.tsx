import { t } from '@lingui/core/macro'
import { BeforeConsole } from './before-console.tsx'
import { OwnPassword } from './own-password.tsx'

/** A first password was made by someone else: a password of one's own comes before everything. */
export const ChoosePassword = () => (
  <BeforeConsole
    title={t`Your password · Twofold console`}
    heading={t`Choose your own password`}
    intro={t`You signed in with a temporary password. Choose your own to open the console.`}
  >
    <OwnPassword />
  </BeforeConsole>
)
