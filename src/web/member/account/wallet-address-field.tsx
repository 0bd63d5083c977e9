import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { Fields } from '../../ui/form/use-fields.ts'
import { Field } from '../../ui/form/field.tsx'
import { addressRules } from '../security/update-me.ts'
import { securityQuery } from '../security/queries.ts'
import type { ProfileFields } from './use-save-profile.ts'

type WalletAddressFieldProps = { field: Fields<ProfileFields>['field'] }

/** The address that withdrawals go to. */
export function WalletAddressField({ field }: WalletAddressFieldProps) {
  const holdHours = useQuery(securityQuery).data?.hold_hours ?? 0
  return (
    <Field
      label={t`Wallet Address (TRC20)`}
      autoComplete="off"
      spellCheck={false}
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
      {...field('wallet_address', addressRules())}
    />
  )
}
