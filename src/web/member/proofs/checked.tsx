import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { messageOf } from '../../client/api-error.ts'
import { saveFile } from '../../client/save-file.ts'
import { call } from '../../session/api.ts'
import { Button } from '../../ui/button.tsx'
import { DetailList } from '../../ui/details.tsx'
import { joinClasses } from '../../ui/format/join-classes.ts'
import { usdText } from '../../ui/format/money-text.ts'
import { toast, toastError } from '../../ui/toast/toast.ts'
import { headOf, type CheckedProof } from './check-proof.ts'

/** We leave out further evidence, because a report has at most 64 kB. */
const MAX_EVIDENCE = 50_000

type CheckedProps = CheckedProof & { day: string; balance: string }

/** What is wrong with a proof, in one sentence; empty if nothing is. */
function findFault({ told, lost: [size], isOwn, balance }: CheckedProps): string {
  if (told.files.some(({ is }) => is === 'wrong')) return told.verdict
  if (size !== undefined)
    return t`The log can’t prove that it still has the ${size} commands that it signed before.`
  if (!told.isWhole) return told.verdict
  if (!isOwn) return t`This proof is about another member or another day.`
  const owed = told.files[0]?.figures[0]?.[1] ?? ''
  const shown = usdText(balance)
  return owed === `$${balance}` ? '' : t`The proof has ${owed}, but your entries have ${shown}.`
}

/** The result of a check: one sentence, then figures, then the proof. */
export function Checked(props: CheckedProps) {
  const { told, balance } = props
  const [own] = told.files
  const fault = findFault(props)
  const isGood = fault === ''
  const shown = usdText(balance)
  return (
    <div className="mt-3">
      <output className={joinClasses('block font-semibold', isGood ? 'text-good' : 'text-bad')}>
        {fault ||
          t`Checked: the debts that we signed for this day include the ${shown} we owed you.`}
      </output>
      {own && own.figures.length > 0 && (
        <DetailList className="mt-2 max-w-lg" details={Object.fromEntries(own.figures)} />
      )}
      {!isGood && <Report {...props} fault={fault} />}
      {props.former.map((note) => (
        <Former key={note} note={note} />
      ))}
      <details className="mt-2 text-sm">
        <summary className="cursor-pointer py-2 underline underline-offset-4">
          <Trans>Proof</Trans>
        </summary>
        {told.files.map(({ name, says, proof: rows }) => (
          <section key={name} className="mb-3">
            <h3 className="font-semibold">{name}</h3>
            <p className="text-soft">{says}</p>
            <DetailList className="[&_dd]:break-all" details={Object.fromEntries(rows)} />
          </section>
        ))}
      </details>
    </div>
  )
}

/** A checkpoint of a log with another name: only an auditor can compare it with the new log. */
function Former({ note }: { note: string }) {
  const { origin, size } = headOf(note)
  return (
    <div className="mt-3 text-sm">
      <p>
        <Trans>
          The log began again under another name. We didn’t compare your checkpoint of {origin} (
          {size} commands) with it. Save the checkpoint, read{' '}
          <a className="underline underline-offset-4" href="/log/epochs">
            why the log began again
          </a>
          , and ask an auditor to compare them.
        </Trans>
      </p>
      <Button
        size="small"
        className="mt-2"
        onClick={() => saveFile('twofold-former-checkpoint.txt', new Blob([note]))}
      >
        <Trans>Save the former checkpoint</Trans>
      </Button>
    </div>
  )
}

/** Reports the failed proof to us. The status page counts these reports. */
function Report({ day, told, files, fault }: CheckedProps & { fault: string }) {
  const report = useMutation({
    mutationFn: async () => {
      const texts = await Promise.all(
        files.toReversed().map(async ([name, file]) => `${name}:\n${await file.text()}\n`),
      )
      const evidence = texts.join('\n').slice(0, MAX_EVIDENCE)
      const wrong = told.files.find(({ is }) => is !== 'holds')
      const failure = `${wrong?.name ?? ''} ${wrong?.says ?? fault}`.slice(0, 200)
      await call('reportProof', { body: { day, failure, evidence } })
    },
    onSuccess: () => toast(t`Thanks. We have your report.`, { kind: 'success' }),
    onError: (error) => toastError(t`Error`, messageOf(error, t`We couldn’t send the report`)),
  })
  return (
    <Button
      size="small"
      kind="danger"
      className="mt-3"
      pending={report.isPending}
      onClick={() => report.mutate()}
    >
      <Trans>Report this to us</Trans>
    </Button>
  )
}
