import { Trans } from '@lingui/react/macro'
import { Button } from '../../../ui/button.tsx'
import { switchOff } from '../../../ui/focus/switch-off.ts'
import { TreeSearch } from './tree-search.tsx'
import type { TreeHistory } from './use-tree-history.ts'

/** Back, search by profile ID or username, and reset. */
export function TreeBar({ history }: { history: TreeHistory }) {
  return (
    <div className="mt-4 flex items-center gap-2">
      <Button
        icon="back"
        onClick={history.back}
        {...switchOff(!history.canGoBack || history.searching)}
      >
        <span className="max-sm:sr-only">
          <Trans>Back</Trans>
        </span>
      </Button>
      <TreeSearch history={history} />
      <Button icon="refresh" onClick={history.reset} {...switchOff(!history.canReset)}>
        <span className="max-sm:sr-only">
          <Trans>Reset</Trans>
        </span>
      </Button>
    </div>
  )
}
