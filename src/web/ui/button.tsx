'use no memo'

import type { ComponentPropsWithRef, MouseEvent } from 'react'
import { Link } from 'react-router'
import { Icon } from './icon.tsx'
import type { IconName } from './icon.tsx'
import { joinClasses } from './format/join-classes.ts'

const KINDS = {
  primary: 'bg-accent text-on-accent hover:bg-accent-strong border-transparent font-semibold',
  plain: 'bg-sheet text-ink border-edge/60 hover:border-edge hover:bg-raised font-medium',
  quiet: 'bg-transparent text-soft border-transparent hover:bg-raised hover:text-ink font-medium',
  danger: 'bg-transparent text-bad border-bad/50 hover:border-bad font-medium',
} as const

const SIZES = {
  small: 'px-3 text-sm gap-1.5',
  medium: 'px-4 text-[0.9375rem] gap-2',
  large: 'px-5 text-base gap-2.5',
} as const

const ONE_LINE = {
  small: 'whitespace-nowrap h-9 pointer-coarse:h-11',
  medium: 'whitespace-nowrap h-11',
  large: 'whitespace-nowrap h-12',
} as const

// Has nowhere to grow but down, and its label may contain a name.
const WIDE = {
  small: 'w-full py-1 text-center wrap-anywhere min-h-9 pointer-coarse:min-h-11',
  medium: 'w-full py-1.5 text-center wrap-anywhere min-h-11',
  large: 'w-full py-1.5 text-center wrap-anywhere min-h-12',
} as const

type Look = {
  kind?: keyof typeof KINDS
  size?: keyof typeof SIZES
  icon?: IconName
  wide?: boolean
}

function classesOf({ kind = 'plain', size = 'medium', wide }: Look): string {
  return joinClasses(
    'inline-flex items-center justify-center rounded-md border select-none',
    'transition-colors duration-150 disabled:cursor-not-allowed disabled:opacity-55',
    'aria-busy:cursor-progress aria-busy:opacity-55',
    KINDS[kind],
    SIZES[size],
    (wide ? WIDE : ONE_LINE)[size],
  )
}

type ButtonProps = ComponentPropsWithRef<'button'> & Look & { pending?: boolean }

/** Also keeps a form from being submitted by Enter. */
function ignore(event: MouseEvent): void {
  event.preventDefault()
  event.stopPropagation()
}

/**
 * A button. While `pending`, it keeps its size and the focus, which a disabled one would lose. It
 * tells screen readers, and ignores clicks.
 */
export function Button({
  kind,
  size,
  icon,
  wide,
  pending = false,
  className,
  onClick,
  children,
  ...rest
}: ButtonProps) {
  const look: Look = { ...(kind && { kind }), ...(size && { size }), ...(wide && { wide }) }
  return (
    <button
      // A button submits nothing unless a form says otherwise.
      type="button"
      aria-busy={pending || undefined}
      aria-disabled={pending || undefined}
      className={joinClasses(classesOf(look), className)}
      {...rest}
      onClick={pending ? ignore : onClick}
    >
      {pending ? <Spinner /> : icon && <Icon name={icon} className="size-4.5 shrink-0" />}
      {children}
    </button>
  )
}

type LinkProps = Omit<ComponentPropsWithRef<typeof Link>, 'className'> & Look

export function ButtonLink({ kind, size, icon, wide, children, ...rest }: LinkProps) {
  const look: Look = { ...(kind && { kind }), ...(size && { size }), ...(wide && { wide }) }
  return (
    <Link className={classesOf(look)} {...rest}>
      {icon && <Icon name={icon} className="size-4.5 shrink-0" />}
      {children}
    </Link>
  )
}

export function Spinner() {
  return (
    <svg viewBox="0 0 20 20" aria-hidden="true" className="size-4.5 shrink-0 animate-spin-slow">
      <circle
        cx="10"
        cy="10"
        r="7"
        fill="none"
        stroke="currentColor"
        strokeOpacity=".3"
        strokeWidth="2"
      />
      <path
        d="M10 3a7 7 0 0 1 7 7"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinecap="round"
      />
    </svg>
  )
}
