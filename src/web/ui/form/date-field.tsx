import { INPUT_CLASSES } from './field.tsx'

type DateFieldProps = {
  label: string
  value: string
  onChange: (day: string) => void
  min?: string | undefined
  max?: string | undefined
}

/** A day, by the browser's own field. */
export const DateField = ({ label, onChange, ...rest }: DateFieldProps) => (
  <label className="block">
    <span className="mb-1.5 block text-sm font-medium text-soft">{label}</span>
    <input
      type="date"
      onChange={(event) => onChange(event.target.value)}
      className={INPUT_CLASSES}
      {...rest}
    />
  </label>
)
