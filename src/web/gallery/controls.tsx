import { useState } from 'react'
import { Button, ButtonLink, Spinner } from '../ui/button.tsx'
import { CheckField } from '../ui/form/check-field.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { Field, PasswordField, TextArea } from '../ui/form/field.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { Tooltip } from '../ui/tooltip.tsx'
import { Part } from './part.tsx'

const KINDS = ['primary', 'plain', 'quiet', 'danger'] as const
const SIZES = ['small', 'medium', 'large'] as const

/** What is pressed or filled in. */
export function Controls() {
  return (
    <>
      <Part name="Button: kinds, waiting, disabled">
        {KINDS.map((kind) => (
          <Button key={kind} kind={kind} icon="check">
            {kind}
          </Button>
        ))}
        <Button kind="primary" pending>
          Waiting
        </Button>
        <Button disabled>Disabled</Button>
        <ButtonLink to="#">Link</ButtonLink>
        <Spinner />
      </Part>
      <Part name="Button: sizes">
        {SIZES.map((size) => (
          <Button key={size} size={size}>
            {size}
          </Button>
        ))}
      </Part>
      <Part name="Copy, hint">
        <CopyButton text="copied" label="Copy" />
        <Tooltip hint="It opens after 0.7 seconds.">
          <Button size="small">Hint</Button>
        </Tooltip>
      </Part>
      <Fields />
      <Part name="Tabs">
        <Tabs
          label="Two tabs"
          tabs={[
            { value: 'one', label: 'One', panel: <p className="py-3">The first panel.</p> },
            { value: 'two', label: 'Two', panel: <p className="py-3">The second panel.</p> },
          ]}
        />
      </Part>
    </>
  )
}

function Fields() {
  const [checked, setChecked] = useState(true)
  return (
    <Part name="Fields: empty, filled, refused, fixed, disabled">
      <div className="grid w-full gap-4">
        <Field label="Empty" placeholder="What goes here" hint="A word about it." />
        <Field label="Filled" defaultValue="12.50" trailing={<span className="pe-2.5">USD</span>} />
        <Field label="Refused" defaultValue="-1" error="Please enter a valid amount" />
        <Field label="Fixed" defaultValue="It stays" readOnly />
        <Field label="Disabled" defaultValue="Not now" disabled />
        <PasswordField label="Password" defaultValue="secret" />
        <TextArea label="Message" error="Please write a message" />
        <CheckField
          label="A choice"
          hint="What it means."
          checked={checked}
          onChange={({ target }) => setChecked(target.checked)}
        />
      </div>
    </Part>
  )
}
