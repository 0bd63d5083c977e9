import type { Mark } from './brand.ts'

// A logo becomes part of our pages, so we accept only shapes and their paint. We refuse anything
// that could run, load, or link, and name it. We write out the rest ourselves.

/** We can't use the logo; the message says why. */
export class BadMark extends Error {}

const MAX_BYTES = 32_768
const MAX_ELEMENTS = 200

const ELEMENTS = new Set(
  (
    'g defs path rect circle ellipse line polyline polygon linearGradient radialGradient stop ' +
    'clipPath'
  ).split(' '),
)
const ATTRIBUTES = new Set(
  (
    'id d points x y x1 y1 x2 y2 cx cy r rx ry fx fy width height transform opacity fill ' +
    'fill-opacity fill-rule clip-rule clip-path stroke stroke-width stroke-opacity ' +
    'stroke-linecap stroke-linejoin stroke-miterlimit stroke-dasharray stroke-dashoffset ' +
    'gradientUnits gradientTransform spreadMethod offset stop-color stop-opacity clipPathUnits'
  ).split(' '),
)
/** Drawing programs write these. They have no effect here. */
const DROPPED = new Set('version width height xml:space xmlns:xlink preserveAspectRatio'.split(' '))
const VALUE = /^(?:url\(#[\w-]+\)|(?!.*url)[\w\s.,#()%+-]*)$/i

const TOKEN = /<!--[\s\S]*?-->|<(\/?)([\w:]+)((?:\s+[\w:-]+\s*=\s*(?:"[^"]*"|'[^']*'))*)\s*(\/?)>/g
const ATTRIBUTE = /([\w:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g

type Attribute = [name: string, value: string]

const attributesIn = (text: string): Attribute[] =>
  [...text.matchAll(ATTRIBUTE)].map(([, name = '', one, other]) => [name, one ?? other ?? ''])

/** Checks a logo. Throws BadMark, which names the refused part. */
export function readMark(svg: string): Mark {
  if (Buffer.byteLength(svg) > MAX_BYTES) throw new BadMark('must have at most 32 kB')
  const text = svg.replace(/^\uFEFF?\s*(?:<\?xml[^>]*\?>\s*)?/, '').trim()
  let viewBox = ''
  let inner = ''
  let end = 0
  const open: string[] = []
  let count = 0
  /** The parser is inside a title or a description, whose text isn't drawn. */
  let silent = 0
  for (const token of text.matchAll(TOKEN)) {
    const between = text.slice(end, token.index)
    end = token.index + token[0].length
    if (silent === 0 && between.trim() !== '') throw new BadMark(refusal(between))
    const [, closing, name = '', attributes = '', empty] = token
    if (name === '') continue
    if (++count > MAX_ELEMENTS * 2) throw new BadMark(`has more than ${MAX_ELEMENTS} elements`)
    const isText = name === 'title' || name === 'desc'
    if (closing) {
      if (open.pop() !== name) throw new BadMark(`closes <${name}>, which isn't open`)
      if (isText) silent -= 1
      else if (silent === 0 && open.length > 0) inner += `</${name}>`
      continue
    }
    if (!empty) open.push(name)
    if (isText) silent += empty ? 0 : 1
    else if (viewBox === '') viewBox = readRoot(name, attributes)
    else if (silent === 0) inner += `${tagOf(name, attributes)}${empty ? '/>' : '>'}`
  }
  if (text.slice(end).trim() !== '') throw new BadMark(refusal(text.slice(end)))
  if (open.length > 0) throw new BadMark(`doesn't close <${open.at(-1)}>`)
  if (inner === '') throw new BadMark('draws nothing')
  return { viewBox, inner }
}

function refusal(text: string): string {
  const sign = text.trim().slice(0, 20)
  return `has something that isn't a plain shape at "${sign}": export it as plain SVG`
}

/** The coordinates of the picture, which must be nearly square because it becomes an icon. */
function readRoot(name: string, text: string): string {
  if (name !== 'svg') throw new BadMark('must begin with <svg>')
  const attributes = new Map(attributesIn(text))
  if (attributes.get('xmlns') !== 'http://www.w3.org/2000/svg') {
    throw new BadMark('must have xmlns="http://www.w3.org/2000/svg"')
  }
  for (const [key, value] of attributes) {
    if (key === 'viewBox' || key === 'xmlns' || DROPPED.has(key)) continue
    if (ATTRIBUTES.has(key) && key !== 'id' && VALUE.test(value)) {
      throw new BadMark(`has ${key} on <svg>: put it on a <g> inside`)
    }
    throw new BadMark(`has the attribute ${key} on <svg>, which isn't allowed`)
  }
  const viewBox = attributes.get('viewBox') ?? ''
  const [, , width = 0, height = 0] = viewBox
    .trim()
    .split(/[\s,]+/)
    .map(Number)
  if (!/^[\d\s.,-]+$/.test(viewBox) || !(width > 0) || !(height > 0)) {
    throw new BadMark('must have a viewBox, such as "0 0 32 32"')
  }
  if (width / height > 1.25 || height / width > 1.25) {
    throw new BadMark(
      `must be about square: it's ${width} by ${height}. The name is shown beside it`,
    )
  }
  return viewBox
}

function tagOf(name: string, text: string): string {
  if (!ELEMENTS.has(name)) throw new BadMark(`has <${name}>, which isn't allowed`)
  const kept = attributesIn(text).map(([key, value]) => {
    if (!ATTRIBUTES.has(key)) {
      throw new BadMark(`has the attribute ${key} on <${name}>, which isn't allowed`)
    }
    const isAccent = value === 'var(--accent)' && (key === 'fill' || key === 'stroke')
    if (!isAccent && !VALUE.test(value)) {
      throw new BadMark(`has a value of ${key} on <${name}> that isn't allowed`)
    }
    // Ids share a document with those of our own icons.
    if (key === 'id') return ` id="mark-${value}"`
    return ` ${key}="${value.replace(/^url\(#/i, 'url(#mark-')}"`
  })
  return `<${name}${kept.join('')}`
}
