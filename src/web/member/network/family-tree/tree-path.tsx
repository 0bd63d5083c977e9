import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { pathQuery } from '../queries.ts'

type TreePathProps = { profileId: string; onOpen: (profileId: string) => void }

/** The path from the member's own highest seat down to the top of the view. */
export function TreePath({ profileId, onOpen }: TreePathProps) {
  const { data } = useQuery(pathQuery(profileId))
  if (!data || data.count < 2) return null
  const way = data.results.toReversed()
  const above = data.count - way.length
  return (
    <nav aria-label={t`Path`} className="mt-3">
      <ol className="flex flex-wrap items-center gap-x-1 text-sm">
        {above > 0 && (
          <li className="figures py-2 text-faint">
            <Trans>{above} above ›</Trans>
          </li>
        )}
        {way.map((profile, i) => (
          <li key={profile.id} className="flex items-center gap-1">
            {i === way.length - 1 ? (
              <span aria-current="true" className="px-1.5 py-2 font-medium">
                {profile.user.username}
              </span>
            ) : (
              <>
                <button
                  type="button"
                  onClick={() => onOpen(profile.profile_id)}
                  className={
                    'min-h-9 rounded-sm px-1.5 text-soft underline-offset-4 hover:text-ink ' +
                    'hover:underline pointer-coarse:min-h-11'
                  }
                >
                  {profile.user.username}
                </button>
                <span aria-hidden="true" className="text-faint">
                  ›
                </span>
              </>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}
