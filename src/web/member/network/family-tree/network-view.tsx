import { t } from '@lingui/core/macro'
import { useState } from 'react'
import { Card } from '../../../ui/card.tsx'
import { joinClasses } from '../../../ui/format/join-classes.ts'
import { lazyDialog } from '../../../ui/lazy-dialog.tsx'
import { copyReferralLink } from '../../referrals/copy-referral-link.ts'
import { focusTree } from './focus-tree.ts'
import { LevelChoice } from './level-choice.tsx'
import type { Seat } from '../queries.ts'
import { NetworkPicture } from '../picture/network-picture.tsx'
import { labelOf, whereOf } from '../positions.ts'
import type { Position } from '../positions.ts'
import type { TreeHistory } from './use-tree-history.ts'
import { Outline, DownlineTable, Overview } from './other-views.tsx'

const PositionDialog = lazyDialog(
  async () => (await import('../position-dialog.tsx')).PositionDialog,
)

type NetworkViewProps = {
  history: TreeHistory
  seats: readonly Seat[]
  /** The pointer or the focus is near. */
  near: boolean
  onInvite: (where: string, returnFocus: () => void) => void
}

/** The chosen view of the network. The picture loads with the page, the others on demand. */
export function NetworkView({ history, seats, near, onInvite }: NetworkViewProps) {
  const [position, setPosition] = useState<Position | null>(null)
  const top = seats[0]
  const [leftFrom, setLeftFrom] = useState(top?.id)
  if (!top) return null
  const close = () => setPosition(null)
  const open = (profileId: string) => {
    setLeftFrom(top.id)
    void history.open(profileId)
  }
  const press = (at: Position) => {
    if (at.seat) open(at.seat.profile_id)
    else onInvite(labelOf(at) || whereOf(at), focusTree)
  }
  // Each top has a view of its own, so the focus is lost with the previous one.
  const view = { top, onOpen: open, takesFocus: leftFrom !== top.id }
  return (
    <Card
      className={joinClasses('min-w-0 overflow-hidden', history.view !== 'picture' && 'min-h-130')}
      label={t`Network`}
    >
      {history.view === 'picture' && (
        <NetworkPicture
          seats={seats}
          levels={history.levels}
          choice={<LevelChoice history={history} />}
          onPress={press}
          onDetails={setPosition}
          onCopy={(username) => void copyReferralLink(username)}
          onBack={history.back}
          onReset={history.reset}
          onSearch={() => document.querySelector<HTMLElement>('[data-tree-search]')?.focus()}
        />
      )}
      {history.view === 'outline' && <Outline key={top.id} {...view} />}
      {history.view === 'table' && <DownlineTable key={top.id} {...view} />}
      {history.view === 'overview' && <Overview key={top.id} {...view} />}
      <PositionDialog
        near={near}
        open={position !== null}
        position={position}
        onClose={close}
        returnFocus={focusTree}
      />
    </Card>
  )
}
