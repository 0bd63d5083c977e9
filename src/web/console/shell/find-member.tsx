import { t } from '@lingui/core/macro'
import { useRef, useState } from 'react'
import { NARROW, useMedia } from '../../client/use-media.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { INPUT_CLASSES } from '../../ui/form/field.tsx'
import { useFoundList } from '../../ui/form/use-found-list.ts'
import { Icon } from '../../ui/icon.tsx'
import { useKeys } from '../parts/use-keys.ts'
import { MemberSearch } from './member-search.tsx'

/** The search on every page, which `/` opens. A phone's header has room only for a button. */
export function FindMember() {
  const narrow = useMedia(NARROW)
  return narrow ? <FindInDialog /> : <FindInHeader />
}

function FindInHeader() {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  const { box, watch } = useFoundList<HTMLDivElement>(close)
  useKeys({ '/': () => box.current?.querySelector('input')?.focus() })
  return (
    <search ref={box} className="relative w-full max-w-80" {...watch}>
      <MemberSearch
        placeholder={t`Search members  /`}
        isOpen={isOpen}
        onOpen={() => setOpen(true)}
        onClose={close}
        fieldClassName={
          'h-9 rounded-md border border-edge/60 bg-sheet pe-2 text-sm ' +
          'placeholder:text-faint hover:border-edge'
        }
        foundClassName={
          'absolute inset-x-0 top-full z-30 mt-1 overflow-hidden rounded-md border border-line ' +
          'bg-sheet py-1 shadow-sheet has-data-waiting:animate-appear'
        }
      />
    </search>
  )
}

function FindInDialog() {
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const open = () => setOpen(true)
  const close = () => setOpen(false)
  const { box, keys } = useFoundList<HTMLDivElement>(close)
  useKeys({ '/': open })
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-label={t`Search members`}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={open}
        className={
          'ms-auto -me-2 grid size-11 shrink-0 place-items-center rounded-md text-soft ' +
          'hover:bg-raised hover:text-ink'
        }
      >
        <Icon name="search" />
      </button>
      <Dialog
        open={isOpen}
        onClose={close}
        title={t`Search members`}
        atTop
        returnFocus={() => button.current?.focus()}
      >
        <search ref={box} className="block" {...keys}>
          <MemberSearch
            placeholder={t`Name, email, profile, address…`}
            isOpen
            onOpen={open}
            onClose={close}
            fieldClassName={`${INPUT_CLASSES} pe-2!`}
            foundClassName="-mx-3 mt-2"
            isStacked
          />
        </search>
      </Dialog>
    </>
  )
}
