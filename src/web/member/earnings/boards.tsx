import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { paths } from '../../client/paths.ts'
import type { User } from '../../session/session.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { SelectField } from '../../ui/form/select-field.tsx'
import { Empty, ErrorPanel } from '../../ui/notice.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { boardQuery } from './queries.ts'
import { BoardLedger } from './board-ledger.tsx'

const PARAM = 'profile'

/** One of the member's boards: the one in the URL, otherwise the first active one. */
export function Boards({ user }: { user: User }) {
  const [search, setSearch] = useSearchParams()
  const asked = search.get(PARAM)?.toUpperCase()
  const { profiles } = user
  const shown =
    profiles.find(({ profile_id: id }) => id === asked) ??
    profiles.find(({ active }) => active) ??
    profiles[0]
  return (
    <Card label={t`Boards`} className="min-w-0 p-5 sm:p-6">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <div className="max-w-xl">
          <h2 className="text-lg font-semibold">
            <Trans>Boards</Trans>
          </h2>
          <p className="mt-1 text-sm text-soft">
            <Trans>
              What each position on a board has paid you, what you can still earn, and what the
              money paid for.
            </Trans>
          </p>
        </div>
        {shown && profiles.length > 1 && (
          <SelectField
            label={t`Profile`}
            className="w-full sm:w-72"
            choices={profiles.map((profile) => ({
              value: profile.profile_id,
              label: profile.active
                ? `${profile.plan.name}, ${profile.profile_id}`
                : t`${profile.plan.name}, ${profile.profile_id} (inactive)`,
            }))}
            value={shown.profile_id}
            onChange={(event) =>
              setSearch({ [PARAM]: event.target.value }, { preventScrollReset: true })
            }
          />
        )}
      </div>
      {shown ? (
        <Board profileId={shown.profile_id} />
      ) : (
        <Empty icon="plan" title={t`No profiles found`} />
      )}
    </Card>
  )
}

function Board({ profileId }: { profileId: string }) {
  const { data, error, refetch } = useQuery(boardQuery(profileId))
  if (!data && error) {
    return (
      <ErrorPanel
        error={error}
        title={t`Failed to load the board`}
        onRetry={() => void refetch()}
      />
    )
  }
  if (!data) return <SkeletonRows rows={8} label={t`Loading the board…`} />
  if (!data.active) {
    return (
      <Empty
        icon="plan"
        title={t`This profile has no board yet`}
        text={t`Activating it opens a board of six positions. Each one pays when it’s filled.`}
      >
        <ButtonLink size="small" icon="check" to={paths.myTree()}>
          <Trans>Activate it</Trans>
        </ButtonLink>
      </Empty>
    )
  }
  return <BoardLedger board={data} />
}
