import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useWatch } from 'react-hook-form'
import { localize } from '../../client/api-error.ts'
import { SelectField } from '../../ui/form/select-field.tsx'
import { useFields } from '../../ui/form/use-fields.ts'
import { dismissErrors, toast } from '../../ui/toast/toast.ts'
import { MoneyButton } from '../money/money-button.tsx'
import { useMe } from '../me/queries.ts'
import { UnknownOutcome } from '../money/unknown-outcome.tsx'
import { useMoneyRequest } from '../money/use-money-request.ts'
import { judgeActivation } from './judge-activation.ts'
import { ActivationFigures } from './activation-figures.tsx'

/** The choice of a profile, its cost, and the button that pays for it. */
export function ActivationForm(props: { onDone: () => void; profileId: string | undefined }) {
  const { data: user } = useMe()
  const inactive = user?.profiles.filter((profile) => !profile.active) ?? []
  const { control, field, handleSubmit } = useFields({ profile: props.profileId ?? '' })
  const chosen = useWatch({ control, name: 'profile' })
  const profile = user?.profiles.find((candidate) => candidate.id === chosen)
  const isLast = user !== undefined && inactive.length === 0
  const isDone = isLast || profile?.active === true
  useEffect(() => {
    // An activation whose answer was lost has turned out to be done.
    if (isDone) dismissErrors()
  }, [isDone])
  const client = useQueryClient()
  const activate = useMoneyRequest('activateProfile', {
    input: chosen ? { params: { id: chosen } } : null,
    onDone: ({ detail, text }) => {
      toast(localize(detail, text) || t`Profile Activated`, { kind: 'success', durationMs: 5000 })
      // Everything the member sees may change with it.
      void client.invalidateQueries()
      props.onDone()
    },
    failure: t`Activation failed`,
  })
  const verdict = judgeActivation(profile, user?.wallet_balance)
  if (isDone) {
    return (
      <p>
        {isLast ? (
          <Trans>All your profiles are active. A complete board opens the next one.</Trans>
        ) : (
          <Trans>This profile is active.</Trans>
        )}
      </p>
    )
  }
  return (
    <form onSubmit={handleSubmit(() => activate.press())} noValidate className="grid gap-5">
      <SelectField
        label={t`Profile`}
        choices={[
          { value: '', label: t`Choose a profile` },
          ...inactive.map(({ id, plan, profile_id: profileId }) => {
            return { value: id, label: `${plan.name}, ${profileId}` }
          }),
        ]}
        {...field('profile')}
      />
      <ActivationFigures
        balance={user?.wallet_balance}
        cost={profile?.plan.cost}
        verdict={verdict}
      />
      {verdict.ready && <UnknownOutcome since={activate.since} />}
      <div>
        <MoneyButton
          kind="primary"
          type="submit"
          disabled={!verdict.ready}
          pending={activate.isPending}
          wide
        >
          <Trans>Activate Profile</Trans>
        </MoneyButton>
      </div>
    </form>
  )
}
