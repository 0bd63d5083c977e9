import { ButtonLink } from '../../ui/button.tsx'
import { Empty } from '../../ui/notice.tsx'
import { paths } from '../parts/console-paths.ts'

export function NoPage() {
  return (
    <Empty icon="search" title="There is no such page in the console.">
      <title>Not found · Twofold console</title>
      <ButtonLink to={paths.overview()}>To the overview</ButtonLink>
    </Empty>
  )
}
