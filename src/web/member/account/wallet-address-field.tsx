import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { tronAddressPattern } from '../../../contract/fields/limits.ts'
import type { Fields } from '../../ui/form/use-fields.ts'
import { focusNext } from '../../ui/dialog.tsx'
import { Field } from '../../ui/form/field.tsx'
import { securityQuery } from '../security/queries.ts'
import type { ProfileFields } from './use-save-profile.ts'

type WalletAddressFieldProps = {
  field: Fields<ProfileFields>['field']
  /** Whether the withdrawal dialog has sent the member here. */
  sentHere: boolean
}

/** The address that withdrawals go to. Takes the focus from members who came to set it. */
export function WalletAddressField({ field, sentHere }: WalletAddressFieldProps) {
  const holdHours = useQuery(securityQuery).data?.hold_hours ?? 0
  useEffect(() => {
    if (sentHere) focusNext()
  }, [sentHere])
  return (
    <Field
      label={t`Wallet Address (TRC20)`}
      autoComplete="off"
      spellCheck={false}
      data-focus-after={sentHere || undefined}
      className="sm:col-span-2"
      hint={
        holdHours > 0 ? (
          <Trans>
            We send withdrawals here. Changing it pauses payouts for {holdHours} hours, and we email
            you.
          </Trans>
        ) : (
          t`We send withdrawals here and email you about every change.`
        )
      }
      {...field('wallet_address', {
        setValueAs: (value: string) => value.trim(),
        pattern: {
          value: tronAddressPattern,
          message: t`Enter a TRON address: T and 33 more characters.`,
        },
      })}
    />
  )
}
