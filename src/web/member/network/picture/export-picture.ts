import { saveFile } from '../../../client/save-file.ts'

const STYLES = ['fill', 'fill-opacity', 'stroke', 'stroke-opacity', 'stroke-width', 'opacity']
const TEXT_STYLES = ['font-family', 'font-weight', 'font-size', 'text-anchor']
const MARGIN = 16
const PIXELS_PER_UNIT = 2
/** Browsers refuse canvases beyond some 16,000 pixels a side. */
const MAX_PIXELS = 8000

/** A self-contained picture: the page's styles are written into every element. */
function inlineStyles(svg: SVGSVGElement, layer: SVGGElement) {
  const box = layer.getBBox()
  const copy = layer.cloneNode(true) as SVGGElement // the DOM says Node
  const originals = layer.querySelectorAll('*')
  copy.querySelectorAll('*').forEach((element, i) => {
    const original = originals[i]
    if (!original) return
    const computed = getComputedStyle(original)
    const names = element.tagName === 'text' ? [...STYLES, ...TEXT_STYLES] : STYLES
    for (const name of names) element.setAttribute(name, computed.getPropertyValue(name))
    for (const name of ['class', 'tabindex', 'role']) element.removeAttribute(name)
  })
  for (const element of copy.querySelectorAll('[data-screen-only]')) element.remove()
  copy.removeAttribute('style')
  const [width, height] = [box.width + 2 * MARGIN, box.height + 2 * MARGIN]
  const page = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
  page.setAttribute('viewBox', [box.x - MARGIN, box.y - MARGIN, width, height].join(' '))
  page.setAttribute('width', String(width))
  page.setAttribute('height', String(height))
  const ground = document.createElementNS('http://www.w3.org/2000/svg', 'rect')
  const area = { x: box.x - MARGIN, y: box.y - MARGIN, width, height }
  for (const [name, value] of Object.entries(area)) ground.setAttribute(name, String(value))
  ground.setAttribute('fill', getComputedStyle(svg.closest('section') ?? svg).backgroundColor)
  page.append(ground, copy)
  return { text: new XMLSerializer().serializeToString(page), width, height }
}

/** Saves the window as an SVG file. */
export function saveSvg(svg: SVGSVGElement, layer: SVGGElement, name: string): void {
  const { text } = inlineStyles(svg, layer)
  saveFile(`${name}.svg`, new Blob([text], { type: 'image/svg+xml' }))
}

/** Saves the window as a PNG file with two pixels per unit, as far as browsers allow. */
export async function savePng(svg: SVGSVGElement, layer: SVGGElement, name: string): Promise<void> {
  const { text, width, height } = inlineStyles(svg, layer)
  const image = new Image()
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`
  await image.decode()
  const scale = Math.min(PIXELS_PER_UNIT, MAX_PIXELS / Math.max(width, height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.ceil(width * scale)
  canvas.height = Math.ceil(height * scale)
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  if (!blob) throw new Error('the picture could not be drawn')
  saveFile(`${name}.png`, blob)
}
