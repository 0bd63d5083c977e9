import { useId, useState } from 'react'
import type { ReactNode } from 'react'
import { fullNumber, type Series } from './scale.ts'

type ChartFrameProps = {
  title: string
  unit?: string | undefined
  labels: string[]
  series: Series[]
  empty?: string | undefined
  children: ReactNode
}

/** A chart with its legend, and the same figures as a table. */
export function ChartFrame({ title, unit, labels, series, empty, children }: ChartFrameProps) {
  const [asTable, setAsTable] = useState(false)
  const id = useId()
  return (
    <section aria-labelledby={id} className="min-w-0 rounded-lg border border-line bg-sheet">
      <header className="flex items-center gap-4 px-4 pt-2.5">
        <h3 id={id} className="min-w-0 flex-1 text-sm font-semibold">
          {title}
          {unit && <span className="ml-1.5 font-normal text-faint">{unit}</span>}
        </h3>
        <button
          type="button"
          aria-pressed={asTable}
          onClick={() => setAsTable(!asTable)}
          className="min-h-6 text-xs underline underline-offset-3 pointer-coarse:min-h-11"
        >
          As table<span className="sr-only">: {title}</span>
        </button>
      </header>
      {!asTable && <Legend series={series} />}
      {labels.length === 0 && <p className="px-4 py-10 text-sm text-faint">{empty}</p>}
      {labels.length > 0 &&
        (asTable ? <Twin title={title} labels={labels} series={series} /> : children)}
    </section>
  )
}

const Legend = ({ series }: { series: Series[] }) => (
  <ul className="flex flex-wrap gap-x-3 px-4 pt-1 text-xs text-soft">
    {series.map(({ name, color }) => (
      <li key={name} className="flex items-center gap-1.5">
        <span aria-hidden="true" className="size-2.5 rounded-sm" style={{ background: color }} />
        {name}
      </li>
    ))}
  </ul>
)

function Twin({ title, labels, series }: Pick<ChartFrameProps, 'title' | 'labels' | 'series'>) {
  return (
    <div className="overflow-x-auto pb-1">
      <table aria-label={title} className="w-full text-xs">
        <thead>
          <tr className="text-faint">
            <th scope="col" className="px-4 py-1 text-left font-medium">
              When
            </th>
            {series.map(({ name }) => (
              <th key={name} scope="col" className="px-4 py-1 text-right font-medium">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {labels.map((label, row) => (
            <tr key={row} className="border-t border-line/70">
              <th scope="row" className="px-4 py-1 text-left font-normal whitespace-nowrap">
                {label}
              </th>
              {series.map(({ name, values }) => (
                <td key={name} className="figures px-4 py-1 text-right">
                  {fullNumber(values[row] ?? null)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
