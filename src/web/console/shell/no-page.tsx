import { ButtonLink } from '../../ui/button.tsx'
import { Empty } from '../../ui/notice.tsx'
import { paths } from '../parts/console-paths.ts'

export function NoPage() {
  return (
    <Empty icon="search" title="This page doesn’t exist.">
      <title>Not found · Twofold console</title>
      <ButtonLink to={paths.overview()}>Go to overview</ButtonLink>
    </Empty>
  )
}
