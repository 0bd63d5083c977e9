import { decodeQR } from 'qr/decode.js'

/** What a wallet reads from a QR code: an SVG image of black squares, as a data URI. */
export function readQr(uri: string): string {
  const svg = Buffer.from(uri.replace('data:image/svg+xml;base64,', ''), 'base64').toString()
  const side = Number(/viewBox="0 0 (\d+) \1"/.exec(svg)?.[1])
  const data = new Uint8Array(side * side * 3).fill(255)
  for (const [, x, y, width, height] of svg.matchAll(/M(\d+),(\d+)h(\d+)v(\d+)h-\3z/g)) {
    for (let row = Number(y); row < Number(y) + Number(height); row++) {
      const start = 3 * (row * side + Number(x))
      data.fill(0, start, start + 3 * Number(width))
    }
  }
  return decodeQR({ width: side, height: side, data }, { timeLimit: 10_000 })
}
