import { t } from '@lingui/core/macro'
import { useNavigate } from 'react-router'
import { useFields } from '../../ui/form/use-fields.ts'
import { Icon } from '../../ui/icon.tsx'
import { paths } from '../parts/console-paths.ts'
import { useKeys } from '../parts/use-keys.ts'

/** The search on every page; `/` focuses it. */
export function FindMember() {
  const navigate = useNavigate()
  const { register, handleSubmit, setFocus } = useFields({ text: '' })
  useKeys({ '/': () => setFocus('text') })
  const submit = handleSubmit(({ text }) => {
    if (text.trim()) void navigate(paths.members(text.trim()))
  })
  return (
    <search className="hidden w-full max-w-80 md:block">
      <form onSubmit={submit} className="relative">
        <Icon name="search" className="absolute top-2.5 start-2.5 size-4 text-faint" />
        <input
          {...register('text')}
          type="search"
          aria-label={t`Search members`}
          placeholder={t`Search members  /`}
          className={
            'h-9 w-full rounded-md border border-edge/60 bg-sheet pe-2 ps-8 text-sm ' +
            'placeholder:text-faint hover:border-edge'
          }
        />
      </form>
    </search>
  )
}
