import { t } from '@lingui/core/macro'
import { useEffect } from 'react'
import type { Deposit } from './queries.ts'

/** A progress ring, with a check mark once the money has arrived. */
function drawIcon(share: number): string {
  const length = 2 * Math.PI * 11
  const ring = `fill="none" stroke-width="4" cx="16" cy="16" r="11"`
  const done = share >= 1 ? '<path d="m11 16 4 4 7-8" fill="none" stroke="#5fd9b9" ' : ''
  const tick = done && `${done}stroke-width="3"/>`
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">` +
    `<rect width="32" height="32" rx="7" fill="#0b1418"/>` +
    `<circle ${ring} stroke="#3d4c52"/>` +
    `<circle ${ring} stroke="#5fd9b9" transform="rotate(-90 16 16)" ` +
    `stroke-dasharray="${(share * length).toFixed(1)} ${length.toFixed(1)}"/>${tick}</svg>`
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}

type Mark = { word: string; share: number }

function markOf(deposit: Deposit | undefined): Mark | null {
  if (!deposit) return null
  const { stage, confirmations, required } = deposit
  if (stage === 'seen') return { word: t`Seen`, share: 0.05 }
  if (stage === 'confirming') {
    const counted = Math.min(confirmations, required)
    return { word: `${counted}/${required}`, share: counted / required }
  }
  if (stage === 'credited') return { word: t`Credited`, share: 1 }
  return stage === 'mismatch' ? { word: t`Other amount`, share: 0 } : null
}

/** The tab's title and icon show the payment's progress, even in the background. */
export function useProgressMark(deposit: Deposit | undefined): void {
  const mark = markOf(deposit)
  const word = mark?.word
  const share = mark?.share
  useEffect(() => {
    if (word === undefined || share === undefined) return
    const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
    const before = { title: document.title, href: icon?.getAttribute('href') }
    const title = t`${word} · Deposit · Twofold`
    document.title = title
    icon?.setAttribute('href', drawIcon(share))
    return () => {
      // The page that the member navigated to has already set its own title.
      if (document.title === title) document.title = before.title
      if (before.href) icon?.setAttribute('href', before.href)
    }
  }, [word, share])
}
