import { Trans } from '@lingui/react/macro'
import { useNavigate } from 'react-router'
import { treeWindow } from '../../../../contract/fields/limits.ts'
import type { TreeHistory } from './use-tree-history.ts'

const CHOICES = Array.from({ length: treeWindow.levels.max - 1 }, (_, i) => i + 2)

/** How many levels the picture shows. */
export function LevelChoice({ history }: { history: TreeHistory }) {
  const navigate = useNavigate()
  return (
    <label className="flex items-center gap-2 text-sm">
      <span className="text-soft">
        <Trans>Levels</Trans>
      </span>
      <select
        value={history.levels}
        onChange={(event) =>
          void navigate(history.linkTo({ levels: Number(event.target.value) }), {
            state: history.state,
            preventScrollReset: true,
          })
        }
        className={
          'h-9 rounded-md border border-edge bg-ground px-2 text-ink pointer-coarse:h-11 ' +
          'pointer-coarse:text-base'
        }
      >
        {CHOICES.map((levels) => (
          <option key={levels}>{levels}</option>
        ))}
      </select>
    </label>
  )
}
