import { Field } from './field.tsx'

type DateFieldProps = {
  label: string
  value: string
  onChange: (day: string) => void
  min?: string | undefined
  max?: string | undefined
}

/** A date, with the browser's own field. */
export const DateField = ({ onChange, ...rest }: DateFieldProps) => (
  <Field type="date" onChange={(event) => onChange(event.target.value)} {...rest} />
)
