import { useSearchParams } from 'react-router'
import { pageParams } from './filter.ts'
import { countText } from './count-text.ts'
import { Pages } from '../../../ui/table/pages.tsx'

type PageLinksProps = {
  page: { count?: number | null; previous: string | null; next: string | null }
  shown: number
}

/** The size of a list, and links to its previous and next page. */
export function PageLinks({ page: { count, previous, next }, shown }: PageLinksProps) {
  const [params] = useSearchParams()
  const stepTo = (url: string | null) =>
    url === null ? null : { search: `?${pageParams(params, url)}` }
  return (
    <Pages previous={stepTo(previous)} next={stepTo(next)}>
      {sizeText(count, shown)}
    </Pages>
  )
}

const sizeText = (count: number | null | undefined, shown: number): string =>
  count === undefined || count === null ? `${shown} shown` : `${shown} of ${countText(count)}`
