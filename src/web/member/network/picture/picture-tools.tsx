import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { RefObject } from 'react'
import { Button } from '../../../ui/button.tsx'
import { toastError } from '../../../ui/toast/toast.ts'
import { savePng, saveSvg } from './export-picture.ts'
import type { Zoom } from './use-zoom.ts'

type PictureToolsProps = {
  zoom: Zoom
  svg: RefObject<SVGSVGElement | null>
  layer: RefObject<SVGGElement | null>
  /** The file name, without its extension. */
  name: string
}

const failed = () => toastError(t`Error`, t`We couldn’t save the picture.`)

/** Zoom in, zoom out, fit, and save. */
export function PictureTools({ zoom, svg, layer, name }: PictureToolsProps) {
  const save = async (as: 'svg' | 'png') => {
    if (!svg.current || !layer.current) return
    try {
      if (as === 'svg') saveSvg(svg.current, layer.current, name)
      else await savePng(svg.current, layer.current, name)
    } catch {
      failed()
    }
  }
  return (
    <div className="flex flex-wrap items-center gap-2 border-t border-line p-3">
      <Button size="small" kind="quiet" onClick={() => zoom.zoomBy(1)}>
        <Trans>Zoom in</Trans>
      </Button>
      <Button size="small" kind="quiet" onClick={() => zoom.zoomBy(-1)}>
        <Trans>Zoom out</Trans>
      </Button>
      <Button size="small" kind="quiet" onClick={zoom.fit}>
        <Trans>Fit</Trans>
      </Button>
      <span className="flex-1" />
      <Button size="small" kind="quiet" onClick={() => void save('svg')}>
        <Trans>Save SVG</Trans>
      </Button>
      <Button size="small" kind="quiet" onClick={() => void save('png')}>
        <Trans>Save PNG</Trans>
      </Button>
    </div>
  )
}
