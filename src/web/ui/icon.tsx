import type { ReactNode } from 'react'

// Drawn for this product on a 20-unit grid with a 1.5 stroke and square joins.
const SHAPES = {
  menu: <path d="M3 6h14M3 10h14M3 14h9" />,
  close: <path d="m5 5 10 10M15 5 5 15" />,
  sun: (
    <>
      <circle cx="10" cy="10" r="3.25" />
      <path d="M10 2.5v2M10 15.5v2M2.5 10h2M15.5 10h2M4.7 4.7l1.4 1.4M13.9 13.9l1.4 1.4M4.7 15.3l1.4-1.4M13.9 6.1l1.4-1.4" />
    </>
  ),
  moon: <path d="M16.5 11.6A6.9 6.9 0 0 1 8.4 3.5a6.9 6.9 0 1 0 8.1 8.1Z" />,
  system: <path d="M2.75 4h14.5v9.5H2.75zM7 16.75h6M10 13.5v3.25" />,
  check: <path d="m4 10.5 4 4 8-9" />,
  alert: <path d="M10 3 2.5 16.5h15zM10 8.25v3.5M10 14v.25" />,
  info: (
    <>
      <circle cx="10" cy="10" r="7.25" />
      <path d="M10 9v4.75M10 6.25v.25" />
    </>
  ),
  copy: <path d="M7 7h9.5v9.5H7zM4.5 13h-1V3.5H13v1" />,
  share: <path d="M10 12.5V2.75M6.5 6 10 2.75 13.5 6M4 10v7.25h12V10" />,
  qr: (
    <path d="M3 3h5v5H3zM12 3h5v5h-5zM3 12h5v5H3zM12 12h2v2h-2zM15.5 15.5H17V17M12 17h1M17 12h0" />
  ),
  wallet: (
    <path d="M3 5.5h12.5V8M3 5.5v10.75h14V8H5.5A2.5 2.5 0 0 1 3 5.5 2 2 0 0 1 5 3.75h9M13.25 12h1" />
  ),
  deposit: <path d="M10 3v9.25M6.25 8.75 10 12.5l3.75-3.75M3.5 16.75h13" />,
  withdraw: <path d="M10 12.5V3.25M6.25 6.75 10 3l3.75 3.75M3.5 16.75h13" />,
  tree: (
    <path d="M8 2.75h4v4H8zM2.5 13.25h4v4h-4zM13.5 13.25h4v4h-4zM10 6.75v3.5M4.5 13.25v-3h11v3" />
  ),
  people: (
    <>
      <circle cx="7.25" cy="6.75" r="2.75" />
      <path d="M2.25 16.5c0-3 2.25-5 5-5s5 2 5 5M12.75 4.25a2.75 2.75 0 0 1 0 5.1M14.5 11.9c2 .6 3.25 2.3 3.25 4.6" />
    </>
  ),
  user: (
    <>
      <circle cx="10" cy="6.5" r="3.25" />
      <path d="M3.75 17c0-3.5 2.75-5.75 6.25-5.75s6.25 2.25 6.25 5.75" />
    </>
  ),
  home: <path d="M3 9.25 10 3l7 6.25V17h-4.75v-5h-4.5v5H3z" />,
  plan: <path d="M3 16.75V12h3.5v4.75M8.25 16.75V8h3.5v8.75M13.5 16.75V3.75H17v13M2 16.75h16" />,
  mail: <path d="M2.75 4.5h14.5v11H2.75zM3 5l7 6 7-6" />,
  chat: <path d="M3 3.75h14v9.75H9.5L5.75 17v-3.5H3z" />,
  clock: (
    <>
      <circle cx="10" cy="10" r="7.25" />
      <path d="M10 5.75V10l3 2" />
    </>
  ),
  search: (
    <>
      <circle cx="8.75" cy="8.75" r="5.5" />
      <path d="m13 13 4.25 4.25" />
    </>
  ),
  refresh: (
    <path d="M16.5 8A6.75 6.75 0 0 0 4.6 5.9L3 7.5M3 3.5v4h4M3.5 12a6.75 6.75 0 0 0 11.9 2.1l1.6-1.6M17 16.5v-4h-4" />
  ),
  back: <path d="M8.5 4.5 3 10l5.5 5.5M3.25 10H17" />,
  forward: <path d="M11.5 4.5 17 10l-5.5 5.5M16.75 10H3" />,
  eye: (
    <>
      <path d="M1.75 10C3.6 6.6 6.5 4.75 10 4.75s6.4 1.85 8.25 5.25c-1.85 3.4-4.75 5.25-8.25 5.25S3.6 13.4 1.75 10Z" />
      <circle cx="10" cy="10" r="2.5" />
    </>
  ),
  eyeOff: (
    <path d="M3 3l14 14M8 5a8.6 8.6 0 0 1 2-.25c3.5 0 6.4 1.85 8.25 5.25a11 11 0 0 1-2.4 3M5 6.2A11 11 0 0 0 1.75 10c1.85 3.4 4.75 5.25 8.25 5.25 1.4 0 2.7-.3 3.85-.85" />
  ),
  external: <path d="M11.5 3H17v5.5M17 3l-8 8M14.5 11.5v5H3.5v-11h5" />,
  plus: <path d="M10 3.5v13M3.5 10h13" />,
  lock: <path d="M4.5 9h11v8h-11zM7 9V6a3 3 0 0 1 6 0v3" />,
  shield: <path d="M10 2.5 3.5 5v5c0 3.75 2.75 6.25 6.5 7.5 3.75-1.25 6.5-3.75 6.5-7.5V5z" />,
  exit: <path d="M12 6V3.25H3.5v13.5H12V14M7.5 10h9.75M14 6.75 17.25 10 14 13.25" />,
  edit: <path d="m12.25 4.25 3.5 3.5L7 16.5H3.5V13z" />,
  chevron: <path d="m5 7.5 5 5 5-5" />,
} satisfies Record<string, ReactNode>

export type IconName = keyof typeof SHAPES

/** A drawn sign. Always beside a word or inside something that is named, so hidden from readers. */
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
      className={className}
    >
      {SHAPES[name]}
    </svg>
  )
}
