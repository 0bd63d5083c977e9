import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { MAX_IMPORT_BYTES } from '../../../contract/fields/limits.ts'
import { messageOf } from '../../client/api-error.ts'
import { Button, Spinner } from '../../ui/button.tsx'
import { Field } from '../../ui/form/field.tsx'
import { Section } from '../parts/section.tsx'
import { call } from '../session/call.ts'
import { useChange } from '../session/use-change.ts'
import { CheckResult } from './check-result.tsx'
import { placeFile } from './queries.ts'
import { readChosenFile } from './read-file.ts'
import { Simulate } from './simulate.tsx'

/** Why we don’t read a file; null if we do. */
function faultOf({ size }: File): string | null {
  if (size === 0) return t`This file is empty.`
  return size > MAX_IMPORT_BYTES ? t`This file is larger than 2 MiB. Split it.` : null
}

/** Chooses a file, shows what an import of it would do, and proposes it. */
export function CheckFile() {
  // The file and its answer together: the check of an earlier file may take longer.
  const check = useMutation({
    mutationFn: async (chosen: File) => {
      const file = await readChosenFile(chosen)
      return { file, answer: await call('checkMemberImport', { body: file }) }
    },
  })
  const propose = useChange('proposeMemberImport', {
    done: t`Proposed. Another admin can approve it now.`,
    onDone: () => {
      check.reset()
      if (!input.current) return
      input.current.value = ''
      // The button that had the focus disappears.
      input.current.focus()
    },
  })
  const input = useRef<HTMLInputElement>(null)
  const [unread, setUnread] = useState<string | null>(null)
  const choose = (chosen: File | undefined): void => {
    check.reset()
    const fault = chosen ? faultOf(chosen) : null
    setUnread(fault)
    if (chosen && fault === null) check.mutate(chosen)
  }
  const error =
    unread ?? (check.isError && messageOf(check.error, t`We couldn’t check this file. Try again.`))
  const { file, answer } = check.data ?? {}
  const isGood = answer?.fault === null && answer.bad === 0
  return (
    <Section title={t`Check a file`}>
      <div className="grid gap-4">
        <Field
          ref={input}
          label={t`CSV file`}
          type="file"
          accept=".csv,text/csv"
          className={
            '[&_input]:p-1.5 [&_input]:text-sm [&_input]:file:me-3 [&_input]:file:h-full ' +
            '[&_input]:file:rounded [&_input]:file:bg-raised [&_input]:file:px-3'
          }
          hint={<FileHint />}
          error={error || undefined}
          onChange={({ target }) => choose(target.files?.[0])}
        />
        <div aria-live="polite">
          {check.isPending && (
            <p className="flex items-center gap-2 text-sm text-soft">
              <Spinner /> <Trans>Checking the file…</Trans>
            </p>
          )}
          {answer && <CheckResult answer={answer} />}
        </div>
        {file && isGood && <Simulate run={() => placeFile(file)} />}
        {file && isGood && (
          <Button
            kind="primary"
            pending={propose.isPending}
            onClick={() => propose.mutate({ body: file })}
          >
            <Trans>Propose import</Trans>
          </Button>
        )}
      </div>
    </Section>
  )
}

// The names of columns are the same in every language.
const REQUIRED = 'username, email'
const OPTIONAL = 'sponsor, plans (BR SI GO PL DI), side (left/right), language (en/es)'

/** The requirements for the file. */
const FileHint = () => (
  <Trans>
    UTF-8 with a header row. Required columns: {REQUIRED}. Optional columns: {OPTIONAL}. Checking
    changes nothing.
  </Trans>
)
