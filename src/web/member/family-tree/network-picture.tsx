import { Card } from '../../ui/card.tsx'
import { Icon } from '../../ui/icon.tsx'
import { copyReferralLink } from '../referral-link-actions.ts'
import { TreeNode } from '../tree-node.tsx'
import { TreePicture } from '../tree-picture.tsx'
import { slotsOf } from '../tree-slots.ts'
import type { Slot, Tree } from '../tree-slots.ts'

type NetworkPictureProps = {
  tree: Tree
  onOpen: (profileId: string) => void
  onInvite: (position: string) => void
}

/** The tree itself. A taken place becomes the new top; an empty one opens the invitation. */
export function NetworkPicture({ tree, onOpen, onInvite }: NetworkPictureProps) {
  const renderSlot = (slot: Slot) => {
    const { profile, position } = slot
    const press = () => (profile ? onOpen(profile.profile_id) : onInvite(position))
    return (
      <TreeNode slot={slot} onPress={press}>
        {profile && <CopyReferral username={profile.user.username} />}
      </TreeNode>
    )
  }
  return (
    <Card className="min-w-0 p-3 sm:p-8" label="Network">
      <TreePicture
        key={tree.profile.profile_id}
        label={`Tree of ${tree.profile.user.username}, ${tree.profile.profile_id}`}
        slots={slotsOf(tree)}
        renderSlot={renderSlot}
      />
    </Card>
  )
}

function CopyReferral({ username }: { username: string }) {
  return (
    <button
      type="button"
      onClick={() => void copyReferralLink(username)}
      className={
        'flex h-9 w-full items-center justify-center gap-1.5 border-t border-line ' +
        'text-xs text-soft hover:bg-raised hover:text-ink ' +
        'focus-visible:-outline-offset-2 pointer-coarse:h-11'
      }
    >
      <Icon name="copy" className="size-4" />
      <span className="max-sm:sr-only">
        Copy link<span className="sr-only"> of {username}</span>
      </span>
    </button>
  )
}
