import { t } from '@lingui/core/macro'
import { BeforeConsole } from './before-console.tsx'
import { EnrolTotp } from './enrol-totp.tsx'
import { OwnPasskeys } from './own-passkeys.tsx'

/** With real money, a password alone isn't enough, so operators first set up a second factor. */
export const EnrolFirst = () => (
  <BeforeConsole
    wide
    title={t`Second factor · Twofold console`}
    heading={t`Set up your second factor`}
    intro={t`Set up a passkey or an authenticator app to open the console.`}
  >
    <OwnPasskeys />
    <EnrolTotp />
  </BeforeConsole>
)
