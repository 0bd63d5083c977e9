import { t } from '@lingui/core/macro'
import { useState } from 'react'
import { Card } from '../../../ui/card.tsx'
import { joinClasses } from '../../../ui/format/join-classes.ts'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { copyReferralLink } from '../../referrals/copy-referral-link.ts'
import { LevelChoice } from './level-choice.tsx'
import type { Seat } from '../queries.ts'
import { NetworkPicture } from '../picture/network-picture.tsx'
import { labelOf, whereOf } from '../positions.ts'
import type { Position } from '../positions.ts'
import type { TreeHistory } from './use-tree-history.ts'
import { Outline, DownlineTable, Overview } from './other-views.tsx'

const PositionDialog = lazyPart(async () => (await import('../position-dialog.tsx')).PositionDialog)

type NetworkViewProps = {
  history: TreeHistory
  seats: readonly Seat[]
  /** The pointer or the focus is near. */
  near: boolean
  onInvite: (where: string) => void
}

/**
 * Returns the focus to its previous place, unless something other than the dialog has it by now.
 */
function focusTree(): void {
  const holder = document.activeElement
  const isFree = !holder || holder === document.body || holder.closest('[role=dialog]')
  if (isFree) document.querySelector<SVGElement>('[role=treeitem][tabindex="0"]')?.focus()
}

/** The chosen view of the network. The picture loads with the page, the others on demand. */
export function NetworkView({ history, seats, near, onInvite }: NetworkViewProps) {
  const [position, setPosition] = useState<Position | null>(null)
  const top = seats[0]
  if (!top) return null
  const close = () => setPosition(null)
  const open = (profileId: string) => void history.open(profileId)
  const press = (at: Position) => {
    if (at.seat) open(at.seat.profile_id)
    else onInvite(labelOf(at) || whereOf(at))
  }
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
      {history.view === 'outline' && <Outline key={top.id} top={top} onOpen={open} />}
      {history.view === 'table' && <DownlineTable key={top.id} top={top} onOpen={open} />}
      {history.view === 'overview' && <Overview key={top.id} top={top} onOpen={open} />}
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
