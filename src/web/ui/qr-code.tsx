import { encode } from 'uqr'

/** A QR code of a text, dark on white in both themes, because cameras need that. */
export function QrCode({ text, title }: { text: string; title: string }) {
  const { data, size } = encode(text, { border: 2, ecc: 'M' })
  const path = data
    .flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('')
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={title}
      shapeRendering="crispEdges"
      className="size-50 rounded-md bg-white"
    >
      <path d={path} fill="#000" />
    </svg>
  )
}
