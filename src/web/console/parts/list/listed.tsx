import { t } from '@lingui/core/macro'
import type { ComponentProps } from 'react'
import { Loaded } from '../../../ui/table/loaded.tsx'

type ListedProps<T> = Omit<ComponentProps<typeof Loaded<T>>, 'loading' | 'failed'> & {
  title: string
}

/** A list with its title, or a message in its place. */
export function Listed<T>({ title, ...rest }: ListedProps<T>) {
  const named = title.toLowerCase()
  return <Loaded loading={t`Loading ${named}`} failed={t`We couldn’t load ${named}`} {...rest} />
}

/** In place of rows, inside a section. */
export const Nothing = ({ text }: { text: string }) => (
  <p className="px-4 py-5 text-sm text-faint">{text}</p>
)
