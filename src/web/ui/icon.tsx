'use no memo'

/** The icons of `public/icons.svg`: one small cached file, and no script. */
export type IconName =
  | 'menu'
  | 'close'
  | 'sun'
  | 'moon'
  | 'system'
  | 'check'
  | 'alert'
  | 'info'
  | 'copy'
  | 'share'
  | 'wallet'
  | 'deposit'
  | 'withdraw'
  | 'tree'
  | 'people'
  | 'user'
  | 'home'
  | 'plan'
  | 'mail'
  | 'chat'
  | 'clock'
  | 'search'
  | 'refresh'
  | 'back'
  | 'forward'
  | 'unfold'
  | 'eye'
  | 'eyeOff'
  | 'plus'
  | 'minus'
  | 'fit'
  | 'full'
  | 'lock'
  | 'key'
  | 'shield'
  | 'exit'
  | 'edit'

const TURNED = /back|forward|exit/

/** An icon. Always next to a word or inside a named element, so hidden from screen readers. */
export function Icon({ name, className = 'size-5' }: { name: IconName; className?: string }) {
  return (
    <svg
      viewBox="0 0 20 20"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinejoin="round"
      strokeLinecap="round"
      aria-hidden="true"
      className={TURNED.test(name) ? `${className} rtl:-scale-x-100` : className}
    >
      <use href={`/icons.svg#${name}`} />
    </svg>
  )
}
