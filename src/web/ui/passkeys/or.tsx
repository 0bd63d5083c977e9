'use no memo'

import { t } from '@lingui/core/macro'

/** Between two alternatives. */
export const Or = () => (
  <p
    className={
      'flex items-center gap-3 text-sm text-faint before:h-px before:flex-1 before:bg-line ' +
      'after:h-px after:flex-1 after:bg-line'
    }
  >
    {t`or`}
  </p>
)
