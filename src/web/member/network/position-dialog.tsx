import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { paths } from '../../client/paths.ts'
import { ActiveBadge } from '../../ui/badge.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { PlanBadge } from '../../ui/plan/plan-mark.tsx'
import { dateText } from '../../ui/format/time-text.ts'
import type { Seat } from './queries.ts'
import { labelOf } from './positions.ts'
import type { Position } from './positions.ts'
import { InviteDialog } from '../referrals/invite-dialog.tsx'
import { copyReferralLink } from '../referrals/copy-referral-link.ts'
import { Detail } from '../../ui/details.tsx'

type PositionDialogProps = {
  position: Position | null
  onClose: () => void
  returnFocus?: () => void
}

/** The owner of a position, or how to invite someone to an empty one. */
export function PositionDialog({ position, onClose, returnFocus }: PositionDialogProps) {
  // It stays until the dialog has closed.
  const [last, setLast] = useState(position)
  if (position && position !== last) setLast(position)
  const open = position !== null
  if (last && !last.seat) {
    return <InviteDialog {...{ open, onClose, returnFocus }} position={labelOf(last)} />
  }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      {...(returnFocus && { returnFocus })}
      title={t`Profile Details`}
    >
      {last?.seat && <Details position={labelOf(last)} seat={last.seat} onClose={onClose} />}
    </Dialog>
  )
}

type DetailsProps = { position: string; seat: Seat; onClose: () => void }

function Details({ position, seat, onClose }: DetailsProps) {
  const { user, left, right, level } = seat
  return (
    <>
      <dl className="figures">
        <Detail term={t`Username`}>{user.username}</Detail>
        <Detail term={t`Profile ID`}>{seat.profile_id}</Detail>
        <Detail term={t`Plan`}>
          <PlanBadge plan={seat.plan.name} />
        </Detail>
        <Detail term={t`Status`}>
          <ActiveBadge active={seat.active} />
        </Detail>
        <Detail term={t`Position`}>{position || t`Level ${level}`}</Detail>
        {seat.activated_at && <Detail term={t`Joined`}>{dateText(seat.activated_at)}</Detail>}
        <Detail term={t`Legs`}>
          <Trans>
            {left} left, {right} right
          </Trans>
        </Detail>
      </dl>
      <div className="mt-5 grid gap-2">
        <ButtonLink
          wide
          kind="primary"
          icon="tree"
          to={paths.familyTree({ profile: seat.profile_id })}
          onClick={onClose}
        >
          <Trans>Open in Family Tree</Trans>
        </ButtonLink>
        <Button wide icon="copy" onClick={() => void copyReferralLink(user.username)}>
          <Trans>Copy referral link of {user.username}</Trans>
        </Button>
      </div>
    </>
  )
}
