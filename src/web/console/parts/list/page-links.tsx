import { t } from '@lingui/core/macro'
import { useSearchParams } from 'react-router'
import { pageParams } from './filter.ts'
import { countText, isCut } from './count-text.ts'
import { Pages } from '../../../ui/table/pages.tsx'

/** The page size that a list page requests. */
export const PAGE_SIZE = 25

type PageLinksProps = {
  page: { count?: number | null; next: string | null }
  shown: number
}

/** The size of a list, and links to its previous and next page. */
export function PageLinks({ page: { count, next }, shown }: PageLinksProps) {
  const [params] = useSearchParams()
  const number = Number(params.get('page') ?? '1')
  const stepBack = () => {
    const before = new URLSearchParams(params)
    before.delete('after')
    before.set('page', String(number - 1))
    return { search: `?${before}` }
  }
  const step = (url: string) => ({ search: `?${pageParams(params, url, number + 1)}` })
  return (
    <Pages previous={number > 1 ? stepBack() : null} next={next === null ? null : step(next)}>
      {sizeText(params.get('page'), count, shown)}
    </Pages>
  )
}

/** The page number if the server counts all rows, otherwise the number of rows shown. */
function sizeText(place: string | null, count: number | null | undefined, shown: number): string {
  if (count === undefined || count === null) return t`${shown} shown`
  const pages = Math.ceil(count / PAGE_SIZE)
  if (isCut(count) || pages < 2) return t`${shown} of ${countText(count)}`
  return t`Page ${place ?? '1'} of ${pages}, ${countText(count)} in total`
}
