'use no memo'

import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { openedPalette } from '../../client/opened-palette.ts'
import { useStore } from '../../client/store.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { areSingleKeysOn } from '../../client/single-keys.ts'
import { pathOfKey } from './destinations.ts'

const Palette = lazyPart(async () => (await import('./palette.tsx')).Palette)
const KeyList = lazyPart(async () => (await import('./key-list.tsx')).KeyList)

/** The longest pause between `g` and the next key. */
const SEQUENCE_MS = 1500

// Here, letters are typed text or navigation.
const TAKEN = 'input, textarea, select, [contenteditable], [role=tree], [role=listbox], [role=grid]'

/** Handles the keys that work on every member page, and shows what they open. */
export function CommandKeys() {
  const opened = useStore(openedPalette)
  const setOpened = openedPalette.set
  const beganMs = useRef(0)
  // Keys typed before the palette has loaded, which it then takes over.
  const [typed, setTyped] = useState('')
  const navigate = useNavigate()

  const pressSingle = (event: KeyboardEvent): boolean => {
    const follows = event.timeStamp - beganMs.current < SEQUENCE_MS
    beganMs.current = 0
    const destination = follows ? pathOfKey(event.key) : null
    if (destination !== null) void navigate(destination)
    else if (event.key === 'g') beganMs.current = event.timeStamp
    else if (event.key === '?') setOpened('keys')
    else if (event.key === '/') focusSearch(() => setOpened('palette'))
    else return false
    return true
  }
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing || event.altKey) return
    if (event.ctrlKey || event.metaKey) {
      if (event.key.toLowerCase() !== 'k' || event.shiftKey) return
      event.preventDefault()
      setOpened(opened === 'palette' ? null : 'palette')
    } else if (opened === 'palette' && event.key.length === 1 && noDialog()) {
      event.preventDefault()
      setTyped(typed + event.key)
    } else if (areSingleKeysOn() && !event.repeat && isFree(event.target) && pressSingle(event)) {
      event.preventDefault()
    }
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])

  const close = () => {
    setOpened(null)
    setTyped('')
  }
  return (
    <>
      {opened === 'palette' && (
        <Palette typed={typed} onClose={close} onKeys={() => setOpened('keys')} />
      )}
      {opened === 'keys' && <KeyList onClose={() => setOpened(null)} />}
    </>
  )
}

/** Whether no one is typing and no dialog is open. */
function isFree(target: EventTarget | null): boolean {
  if (target instanceof Element && target.closest(TAKEN)) return false
  return noDialog()
}

const noDialog = () =>
  document.querySelector('[role=dialog], [role=alertdialog], dialog[open]') === null

/** The page's own search if it has one, otherwise the palette. */
function focusSearch(otherwise: () => void): void {
  const field = document.querySelector<HTMLElement>('[data-tree-search]')
  if (field) field.focus()
  else otherwise()
}
