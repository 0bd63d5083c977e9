import { BeforeConsole } from './before-console.tsx'
import { OwnPassword } from './own-password.tsx'

/** A first password was made by someone else: a password of one's own comes before everything. */
export const ChoosePassword = () => (
  <BeforeConsole
    title="Your password · Twofold console"
    heading="Choose your own password"
    intro="You signed in with a temporary password. Choose your own to open the console."
  >
    <OwnPassword />
  </BeforeConsole>
)
