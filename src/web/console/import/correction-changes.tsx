import { None } from '../parts/list/cells.tsx'
import { wordsOf } from '../parts/list/filter.ts'
import type { Correction } from './queries.ts'

const COLUMNS = ['username', 'email', 'sponsor', 'plans', 'side', 'language'] as const

/** The cells that a correction changes, with their current and new values. */
export const CorrectionChanges = ({ correction }: { correction: Correction }) => (
  <dl className="text-sm">
    {COLUMNS.filter((column) => correction.was[column] !== correction[column]).map((column) => (
      <div key={column} className="wrap-anywhere">
        <dt className="inline text-faint">{wordsOf(column)}: </dt>
        <dd className="inline">
          {correction.was[column] !== '' && (
            <del className="text-bad">{correction.was[column]}</del>
          )}{' '}
          <ins>{correction[column] || <None />}</ins>
        </dd>
      </div>
    ))}
  </dl>
)
