import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { localize } from '../../client/api-error.ts'
import { paths } from '../../client/paths.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { SelectField } from '../../ui/form/select-field.tsx'
import { useFields } from '../../ui/form/use-fields.ts'
import { toast } from '../../ui/toast/toast.ts'
import { usdText } from '../../ui/format/money-text.ts'
import { MoneyButton } from '../money/money-button.tsx'
import { useMe } from '../me/queries.ts'
import { UnknownOutcome } from '../money/unknown-outcome.tsx'
import { useMoneyRequest } from '../money/use-money-request.ts'
import { judgeActivation } from './judge-activation.ts'
import { Detail } from '../../ui/details.tsx'
type ActivationDialogProps = {
  open: boolean
  onClose: () => void
  /** The profile to begin with; without one the member chooses. */
  profileId?: string | undefined
}

/**
 * Activates an inactive profile from the wallet: what it costs and what is left, before it is
 * done.
 */
export function ActivationDialog({ open, onClose, profileId }: ActivationDialogProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t`Profile Activation`}
      description={t`We take the joining fee from your wallet. It can’t be refunded.`}
    >
      <ActivationForm onDone={onClose} profileId={profileId} />
    </Dialog>
  )
}

function ActivationForm(props: { onDone: () => void; profileId: string | undefined }) {
  const { data: user } = useMe()
  const inactive = user?.profiles.filter((profile) => !profile.active) ?? []
  const { control, field, handleSubmit } = useFields({ profile: props.profileId ?? '' })
  const chosen = useWatch({ control, name: 'profile' })
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
  const profile = user?.profiles.find((candidate) => candidate.id === chosen)
  const verdict = judgeActivation(profile, user?.wallet_balance)
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
      <dl className="figures">
        <Detail look="plain" term={t`Wallet balance`}>
          {user ? usdText(user.wallet_balance) : '–'}
        </Detail>
        <Detail look="plain" term={t`Joining fee`}>
          {profile ? `−${usdText(profile.plan.cost)}` : '–'}
        </Detail>
        <Detail look="total" term={t`Balance after activation`}>
          {verdict.after ? usdText(verdict.after) : '–'}
        </Detail>
      </dl>
      {verdict.missing && <TooLittle missing={verdict.missing} />}
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

function TooLittle({ missing }: { missing: string }) {
  return (
    <div
      className={
        'flex flex-wrap items-center justify-between gap-3 border-l-2 border-warn pl-4 text-sm'
      }
    >
      <p>
        <Trans>Your balance is {usdText(missing)} short of the joining fee.</Trans>
      </p>
      <ButtonLink size="small" icon="deposit" to={paths.account({ deposit: 'new' })}>
        <Trans>Deposit Funds</Trans>
      </ButtonLink>
    </div>
  )
}
