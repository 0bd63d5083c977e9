import { Trans } from '@lingui/react/macro'
import { Icon } from '../../ui/icon.tsx'

/** A warning before money moves in an account that its member has closed. */
export const ClosedAccount = () => (
  <p className="flex items-start gap-2.5 rounded-md border border-warn/60 px-3 py-2 text-sm">
    <Icon name="alert" className="size-5 shrink-0 text-warn" />
    <span>
      <Trans>
        The member closed this account and can’t sign in. The adjustment still changes its wallet.
      </Trans>
    </span>
  </p>
)
