'use no memo'

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { i18n } from '@lingui/core'
import { requiredText } from '../../ui/form/required-text.ts'
import { useFields } from '../../ui/form/use-fields.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/form/field.tsx'
import { addressRules, sayFailure, useUpdateMe } from '../security/update-me.ts'
import { securityQuery } from '../security/queries.ts'
import { NO_ADDRESS } from './withdrawal-quote.ts'

/** Asks for the first withdrawal's address. The text typed below stays. */
export function SetAddress({ onSaved }: { onSaved: () => void }) {
  const client = useQueryClient()
  const update = useUpdateMe()
  const { field, onSubmit, isSubmitting } = useFields({ wallet_address: '' })
  const save = async ({ wallet_address }: { wallet_address: string }) => {
    await update({ wallet_address }, onSaved)
    void client.invalidateQueries({ queryKey: securityQuery.queryKey })
  }
  return (
    <form
      noValidate
      onSubmit={onSubmit(save, sayFailure)}
      className="mb-6 grid gap-3 border-b border-line pb-6"
    >
      <p className="text-sm text-warn">{i18n._(NO_ADDRESS)}</p>
      <Field
        label={t`Wallet Address (TRC20)`}
        autoComplete="off"
        spellCheck={false}
        hint={t`We send withdrawals here and email you about every change.`}
        {...field('wallet_address', { required: requiredText(), ...addressRules() })}
      />
      <div>
        <Button type="submit" size="small" icon="check" pending={isSubmitting}>
          <Trans>Save address</Trans>
        </Button>
      </div>
    </form>
  )
}
