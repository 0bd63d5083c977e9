import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useNavigate } from 'react-router'
import { Button } from '../../ui/button.tsx'
import { paths } from '../parts/console-paths.ts'
import type { RowOf } from '../parts/list/list-name.ts'
import { useMay } from '../session/permission.ts'
import { useChange } from '../session/use-change.ts'
import { toTexts, toWire } from './terms.ts'

/** Starts a draft with the terms in force. It keeps its place while they load. */
export function NewDraft({ from }: { from: RowOf<'listCatalogs'> | undefined }) {
  const may = useMay('addCatalogDraft')
  const navigate = useNavigate()
  const add = useChange('addCatalogDraft', {
    done: t`Draft created from the version in force.`,
    onDone: ({ id }) => void navigate(paths.catalogEditor(id)),
  })
  if (!may) return null
  return (
    <Button
      size="small"
      kind="primary"
      icon="plus"
      pending={add.isPending}
      disabled={!from}
      onClick={() =>
        from &&
        add.mutate({
          body: { note: t`From version ${from.version}`, plans: toWire(toTexts(from.plans)) },
        })
      }
    >
      <Trans>New draft</Trans>
    </Button>
  )
}
