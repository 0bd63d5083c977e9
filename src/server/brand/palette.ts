import { keysOf } from '../../domain/records.ts'

// The brand's colors, and whether they are readable. The rest of the theme stays ours: backgrounds,
// text colors, and the colors of the plans.

type Rgb = readonly [red: number, green: number, blue: number]

export type Theme = 'light' | 'dark'
/** A theme's accent, its stronger form under the pointer, and the text on both; `#rrggbb`. */
export type Accent = { accent: string; strong: string; on: string }
export type Palette = Readonly<Record<Theme, Accent>>

/** As in src/web/ui/theme.css. A test compares them. */
export const grounds = {
  light: { ground: [0.976, 0.005, 195], sheet: [1, 0, 0], raised: [0.955, 0.008, 195] },
  dark: { ground: [0.178, 0.016, 222], sheet: [0.213, 0.018, 222], raised: [0.252, 0.02, 222] },
} as const satisfies Record<Theme, Record<string, readonly [number, number, number]>>

export const builtPalette: Palette = {
  light: { accent: '#0b6b5d', strong: '#00574b', on: '#ffffff' },
  dark: { accent: '#5fd9b9', strong: '#8ae9cf', on: '#06231d' },
}

/** WCAG 2.2, success criterion 1.4.3, level AA. */
const MIN_CONTRAST = 4.5

const rgbOf = (hex: string): Rgb => {
  const value = Number.parseInt(hex.slice(1), 16)
  return [value >> 16, (value >> 8) & 255, value & 255]
}

const hexOf = (color: Rgb): string =>
  `#${color.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`

const linear = (part: number): number => {
  const share = part / 255
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
}

const luminance = ([red, green, blue]: Rgb): number =>
  0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)

/** The contrast of two colors, from 1 to 21. */
export function contrastOf(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(rgbOf(one)), luminance(rgbOf(other))].sort(
    (a, b) => a - b,
  )
  return (light + 0.05) / (dark + 0.05)
}

/** A color of the theme as a screen shows it. */
export function fromOklch([lightness, chroma, hue]: readonly [number, number, number]): string {
  const [a, b] = [Math.cos, Math.sin].map((turn) => chroma * turn((hue * Math.PI) / 180))
  const [l, m, s] = [
    lightness + 0.3963377774 * (a ?? 0) + 0.2158037573 * (b ?? 0),
    lightness - 0.1055613458 * (a ?? 0) - 0.0638541728 * (b ?? 0),
    lightness - 0.0894841775 * (a ?? 0) - 1.291485548 * (b ?? 0),
  ].map((root) => root ** 3) as [number, number, number] // as many as there are roots
  return hexOf([
    shown(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    shown(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    shown(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ])
}

function shown(light: number): number {
  const share = light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055
  return Math.min(1, Math.max(0, share)) * 255
}

/** The accent and its variants. Stronger means further from the background. */
export function accentOf(theme: Theme, accent: string): Accent {
  const far = theme === 'light' ? 0 : 255
  const share = theme === 'light' ? 0.18 : 0.35
  const [red, green, blue] = rgbOf(accent)
  const toward = (part: number): number => part + (far - part) * share
  const on = ['#ffffff', '#06191d'].toSorted(
    (a, b) => contrastOf(b, accent) - contrastOf(a, accent),
  )
  return { accent, strong: hexOf([toward(red), toward(green), toward(blue)]), on: on[0] ?? '' }
}

const WHERE = {
  ground: 'the page',
  sheet: 'a card',
  raised: 'a raised surface',
} as const

/** Unreadable color pairs of a theme, each with its contrast ratio. Empty if all are readable. */
export function findFaint(theme: Theme, { accent, strong, on }: Accent): string[] {
  const pairs = [
    ...keysOf(WHERE).map((name) => [accent, fromOklch(grounds[theme][name]), WHERE[name]] as const),
    [on, accent, 'the text of a button on the accent'] as const,
    [on, strong, 'the text of a button under the pointer'] as const,
  ]
  return pairs.flatMap(([text, ground, where]) => {
    const ratio = contrastOf(text, ground)
    if (ratio >= MIN_CONTRAST) return []
    // Rounded down: 4.49 must not read as 4.5.
    const found = (Math.floor(ratio * 100) / 100).toFixed(2)
    const pair = `${text} on ${ground} (${where})`
    return [`colors.${theme}: ${pair} has a contrast of ${found}:1, and WCAG AA asks for 4.5:1`]
  })
}

/** CSS rules that come after the theme's own. */
export const paletteCss = ({ light, dark }: Palette): string =>
  `:root,.light{${rulesOf(light)}}.dark{${rulesOf(dark)}}`

const rulesOf = ({ accent, strong, on }: Accent): string =>
  `--accent:${accent};--accent-strong:${strong};--on-accent:${on}`
