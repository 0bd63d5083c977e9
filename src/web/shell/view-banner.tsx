'use no memo'

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { endView, type MemberView } from '../session/member-view.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'

/** Above every page while staff view it as the member, in the place of the sticky header. */
export function ViewBanner({ view }: { view: MemberView }) {
  return (
    <section
      aria-label={t`View as member`}
      className="sticky top-0 z-40 border-b-2 border-platinum bg-sheet [&~header]:static"
    >
      <div className="mx-auto flex max-w-7xl items-center gap-3 px-4 py-1.5 text-sm sm:px-6">
        <Icon name="eye" className="size-5 shrink-0 text-platinum" />
        <p className="min-w-0 flex-1">
          <Trans>
            <strong className="font-semibold break-all">{view.operator}</strong> sees what{' '}
            <strong className="font-semibold break-all">{view.member}</strong> sees. Nothing can be
            changed here.
          </Trans>
        </p>
        <Button size="small" onClick={endView}>
          <Trans>Stop</Trans>
        </Button>
      </div>
    </section>
  )
}
