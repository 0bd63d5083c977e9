import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { ReactNode, RefObject } from 'react'
import { Button } from '../../../ui/button.tsx'
import type { IconName } from '../../../ui/icon.tsx'
import { toastError } from '../../../ui/toast/toast.ts'
import { savePng, saveSvg } from './export-picture.ts'
import type { FullScreen } from './use-full-screen.ts'
import type { Zoom } from './use-zoom.ts'

type PictureToolsProps = {
  /** How many levels are shown. */
  choice: ReactNode
  full: FullScreen
  zoom: Zoom
  svg: RefObject<SVGSVGElement | null>
  layer: RefObject<SVGGElement | null>
  /** The file name, without its extension. */
  name: string
}

const failed = () => toastError(t`Error`, t`We couldn’t save the picture.`)

/** Levels, zoom, fit, full screen, and save. */
export function PictureTools({ choice, full, zoom, svg, layer, name }: PictureToolsProps) {
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
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1 border-b border-line p-2">
      {choice}
      <span className="flex-1" />
      <div className="flex">
        <Tool icon="plus" label={t`Zoom in`} onClick={() => zoom.zoomBy(1)} />
        <Tool icon="minus" label={t`Zoom out`} onClick={() => zoom.zoomBy(-1)} />
        <Tool icon="fit" label={t`Fit`} onClick={zoom.fit} />
        {document.fullscreenEnabled && (
          <Tool
            icon={full.isOn ? 'close' : 'full'}
            label={full.isOn ? t`Leave full screen` : t`Full screen`}
            onClick={full.toggle}
          />
        )}
      </div>
      <div className="flex max-sm:hidden">
        <Button size="small" kind="quiet" onClick={() => void save('svg')}>
          <Trans>Save SVG</Trans>
        </Button>
        <Button size="small" kind="quiet" onClick={() => void save('png')}>
          <Trans>Save PNG</Trans>
        </Button>
      </div>
    </div>
  )
}

function Tool(props: { icon: IconName; label: string; onClick: () => void }) {
  const { icon, label, onClick } = props
  return (
    <Button
      size="small"
      kind="quiet"
      icon={icon}
      aria-label={label}
      title={label}
      className="min-w-9 pointer-coarse:min-w-11"
      onClick={onClick}
    />
  )
}
