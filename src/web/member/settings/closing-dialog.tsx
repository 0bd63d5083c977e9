import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useIsMutating, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { CallAnswer } from '../../../contract/call.ts'
import { paths } from '../../client/paths.ts'
import { call } from '../../session/api.ts'
import { leaveAfterLogout } from '../../session/leave.ts'
import { Button } from '../../ui/button.tsx'
import { DetailList } from '../../ui/details.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { usdText } from '../../ui/format/money-text.ts'
import { dateTimeText } from '../../ui/format/time-text.ts'
import { Loaded } from '../../ui/table/loaded.tsx'
import { toastFailure } from '../../ui/toast/toast-failure.ts'
import { isStepUpAsked, useStepUp } from '../security/step-up.tsx'
import { closingQuery } from './queries.ts'

/** The key of this dialog's requests while they run. */
const REQUESTS = ['closing']

type State = CallAnswer<'getClosing'>
type ClosingDialogProps = {
  open: boolean
  /** The token of the emailed link, if this is the second step. */
  token: string | null
  onClose: () => void
}

type StepProps = Pick<ClosingDialogProps, 'onClose'> & { state: State }

/** What closing the account means, and the next step. */
export function ClosingDialog({ open, token, onClose }: ClosingDialogProps) {
  const closing = useQuery({ ...closingQuery, enabled: open })
  return (
    <Dialog
      open={open}
      onClose={onClose}
      busy={useIsMutating({ mutationKey: REQUESTS }) > 0}
      title={t`Close your account`}
      description={token === null ? t`Step 1 of 2` : t`Step 2 of 2`}
    >
      <Loaded
        query={closing}
        loading={t`Loading…`}
        failed={t`Failed to load account data`}
        lines={4}
      >
        {(state) => (
          <div className="grid gap-5">
            <Consequences state={state} />
            {!state.possible && <FirstSettle state={state} onClose={onClose} />}
            {state.possible && token === null && <AskForLink state={state} onClose={onClose} />}
            {state.possible && token !== null && <CloseNow token={token} onClose={onClose} />}
          </div>
        )}
      </Loaded>
    </Dialog>
  )
}

const Consequences = ({ state }: { state: State }) => (
  <ul className="grid list-disc gap-2 ps-5 text-soft">
    <li>
      <Trans>You’re signed out everywhere, and nobody can sign in to the account.</Trans>
    </li>
    <li>
      <Trans>
        Your seats and your referrals stay where they are. Rewards that your seats still earn stay
        yours, in your wallet. Auto upgrade and news emails are turned off.
      </Trans>
    </li>
    <li>
      <Trans>
        What the ledger has recorded can’t be deleted. Your name and contact details stay on file,
        so that we can pay what we owe you.
      </Trans>
    </li>
    <li>
      <Trans>
        For {state.reopen_days} days, our support reopens the account when you write from your email
        address. After that, we also have to check who you are.
      </Trans>
    </li>
  </ul>
)

const FirstSettle = ({ state, onClose }: StepProps) => (
  <div className="rounded-md border border-warn/50 p-4">
    <p className="font-medium">
      {state.deposits_coming > 0 ? t`A deposit is on its way.` : t`First empty your wallet.`}
    </p>
    <DetailList
      look="plain"
      className="my-2"
      details={{
        [t`Wallet Balance`]: usdText(state.wallet_balance),
        [t`Held for withdrawals`]: usdText(state.withdrawing),
        [t`Deposits on their way`]: String(state.deposits_coming),
      }}
    />
    <p className="text-sm text-soft">
      {state.deposits_coming > 0 ? (
        <Trans>Come back once it’s in your wallet, and withdraw it.</Trans>
      ) : (
        <Trans>
          <Link
            to={paths.account({ withdraw: 'new' })}
            onClick={onClose}
            className="underline underline-offset-4 hover:text-ink"
          >
            Withdraw your balance
          </Link>
          , and come back once it’s paid. Less than $3 can’t be withdrawn and may stay.
        </Trans>
      )}
    </p>
  </div>
)

function AskForLink({ state, onClose }: StepProps) {
  const client = useQueryClient()
  const runConfirmed = useStepUp()
  const ask = useMutation({
    mutationKey: REQUESTS,
    mutationFn: () => runConfirmed(() => call('requestClosing', {})),
    onSuccess: () => client.invalidateQueries({ queryKey: closingQuery.queryKey }),
    onError: (error) => {
      if (isStepUpAsked(error)) return
      toastFailure(error, t`We couldn’t send the email. Try again.`)
    },
  })
  return (
    <>
      {state.asked_until && (
        <output className="block border-s-2 border-accent ps-4 text-soft">
          <Trans>
            We emailed you a link. Open it by {dateTimeText(state.asked_until)} to close your
            account. Until then, nothing changes.
          </Trans>
        </output>
      )}
      <div className="grid grid-cols-2 gap-2 max-xs:grid-cols-1">
        <Button onClick={onClose}>
          <Trans>Keep my account</Trans>
        </Button>
        <Button kind="danger" pending={ask.isPending} onClick={() => ask.mutate()}>
          {state.asked_until ? t`Send the link again` : t`Email me the link`}
        </Button>
      </div>
    </>
  )
}

type CloseNowProps = { token: string; onClose: () => void }

function CloseNow({ token, onClose }: CloseNowProps) {
  const close = useMutation({
    mutationKey: REQUESTS,
    mutationFn: () => call('confirmClosing', { body: { token } }),
    onSuccess: () => leaveAfterLogout(t`Your account is closed.`),
    onError: (error) => toastFailure(error, t`We couldn’t close the account. Try again.`),
  })
  return (
    <div className="grid grid-cols-2 gap-2 max-xs:grid-cols-1">
      <Button disabled={close.isPending} onClick={onClose}>
        <Trans>Keep my account</Trans>
      </Button>
      <Button kind="danger" pending={close.isPending} onClick={() => close.mutate()}>
        <Trans>Close my account</Trans>
      </Button>
    </div>
  )
}
