import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useId, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import type { Column } from '../../../ui/table/column.ts'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { useWidth } from '../../../client/use-width.ts'
import { Axes, HEIGHT, LEFT } from './axes.tsx'
import { fullNumber, type Series } from './scale.ts'

type ChartFrameProps = {
  title: string
  /** The chart's unit of display, for screen readers. */
  by: string
  unit?: string | undefined
  labels: string[]
  series: Series[]
  empty?: string | undefined
  ticks: number[]
  y: (value: number) => number
  /** Each point's label below the chart, if its full label is too long. */
  marks?: string[]
  /** Draws the points, each in a slot of the given width in CSS pixels. */
  children: (slot: number) => ReactNode
}

/** A chart with its legend, and the same figures as a table. */
export function ChartFrame(props: ChartFrameProps) {
  const { title, unit, labels, series, empty } = props
  const [asTable, setAsTable] = useState(false)
  const id = useId()
  return (
    <section aria-labelledby={id} className="min-w-0 rounded-lg border border-line bg-sheet">
      <header className="flex items-center gap-4 px-4 pt-2.5">
        <h3 id={id} className="min-w-0 flex-1 text-sm font-semibold">
          {title}
          {unit && <span className="ms-1.5 font-normal text-faint">{unit}</span>}
        </h3>
        <button
          type="button"
          aria-pressed={asTable}
          onClick={() => setAsTable(!asTable)}
          className="min-h-6 text-xs underline underline-offset-3 pointer-coarse:min-h-11"
        >
          <Trans>
            As table<span className="sr-only">: {title}</span>
          </Trans>
        </button>
      </header>
      {!asTable && <Legend series={series} />}
      {labels.length === 0 && <p className="px-4 py-10 text-sm text-faint">{empty}</p>}
      {labels.length > 0 && asTable && <Twin title={title} labels={labels} series={series} />}
      {labels.length > 0 && !asTable && <Drawing {...props} />}
    </section>
  )
}

/** As wide as its container. Its height is reserved from the start, so that nothing moves. */
function Drawing({ title, by, ticks, y, labels, marks = labels, children }: ChartFrameProps) {
  const frame = useRef<HTMLDivElement>(null)
  const width = useWidth(frame)
  return (
    <div ref={frame} className="mx-3 my-2" style={{ height: HEIGHT }}>
      {width > 0 && (
        <svg
          viewBox={`0 0 ${width} ${HEIGHT}`}
          role="img"
          aria-label={`${title} ${by}`}
          className="block w-full"
        >
          <Axes width={width} ticks={ticks} y={y} labels={marks} />
          {children((width - LEFT) / labels.length)}
        </svg>
      )}
    </div>
  )
}

const Legend = ({ series }: { series: Series[] }) => (
  <ul className="flex flex-wrap gap-x-3 px-4 pt-1 text-xs text-soft">
    {series.map(({ name, color }) => (
      <li key={name} className="flex items-center gap-1.5">
        <span
          aria-hidden="true"
          className="size-2.5 rounded-sm forced-color-adjust-none"
          style={{ background: color }}
        />
        {name}
      </li>
    ))}
  </ul>
)

type TwinProps = Pick<ChartFrameProps, 'title' | 'labels' | 'series'>

function Twin({ title, labels, series }: TwinProps) {
  const columns: Column<number>[] = [
    { key: 'label', label: t`When`, heads: true, show: (index) => labels[index] },
    ...series.map(({ name, values }): Column<number> => ({
      key: name,
      label: name,
      figures: true,
      // Other languages have longer names.
      className: 'whitespace-normal!',
      show: (index) => fullNumber(values[index] ?? null),
    })),
  ]
  return (
    <DataTable small label={title} columns={columns} rows={[...labels.keys()]} keyOf={String} />
  )
}
