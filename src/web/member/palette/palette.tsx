import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Autocomplete } from '@base-ui/react/autocomplete'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { Dialog } from '../../ui/dialog.tsx'
import { INPUT_CLASSES } from '../../ui/form/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Keys } from './keys.tsx'
import { listCommands } from './commands.ts'
import { useFound } from './use-found.ts'
import type { Command, CommandGroup } from './commands.ts'

type PaletteProps = { typed: string; onClose: () => void; onKeys: () => void }

/** Every destination and every action by name. */
export function Palette({ typed, onClose, onKeys }: PaletteProps) {
  const navigate = useNavigate()
  const go = (to: string) => void navigate(to)
  const [text, setText] = useState(typed)
  const [commands] = useState(() => listCommands({ go, showKeys: onKeys }))
  const found = useFound(text, go)
  const groups = found.length > 0 ? [...commands, { value: t`Found`, items: found }] : commands
  const run = (command: Command) => {
    // This closes first, so that whatever the command opens gets the focus last.
    onClose()
    command.run()
  }
  return (
    <Dialog open onClose={onClose} title={t`Commands`}>
      <Autocomplete.Root
        open
        inline
        items={groups}
        value={text}
        onValueChange={setText}
        autoHighlight="always"
        keepHighlight
      >
        <Autocomplete.Input
          aria-label={t`Search commands`}
          placeholder={t`A command, a member, or an ID`}
          className={INPUT_CLASSES}
        />
        <Autocomplete.Empty>
          <p className="py-6 text-center text-soft">
            <Trans>Nothing matches.</Trans>
          </p>
        </Autocomplete.Empty>
        <Autocomplete.List
          className={'fade-end mt-3 max-h-[50dvh] overflow-y-auto overscroll-contain pb-6'}
        >
          {(group: CommandGroup) => (
            <Autocomplete.Group key={group.value} items={group.items} className="pb-2">
              <Autocomplete.GroupLabel className="px-3 py-1.5 text-sm text-faint">
                {group.value}
              </Autocomplete.GroupLabel>
              <Autocomplete.Collection>
                {(command: Command) => (
                  <CommandRow key={command.value} command={command} onRun={run} />
                )}
              </Autocomplete.Collection>
            </Autocomplete.Group>
          )}
        </Autocomplete.List>
      </Autocomplete.Root>
    </Dialog>
  )
}

function CommandRow(props: { command: Command; onRun: (command: Command) => void }) {
  const { command, onRun } = props
  return (
    <Autocomplete.Item
      value={command}
      onClick={() => onRun(command)}
      className={
        'flex min-h-11 cursor-pointer items-center gap-3 rounded-md px-3 ' +
        'data-highlighted:bg-raised data-highlighted:text-ink'
      }
    >
      <Icon name={command.icon} className="size-4.5 shrink-0 text-faint" />
      <span className="min-w-0 flex-1 truncate">{command.label}</span>
      {command.keys && <Keys keys={command.keys} />}
    </Autocomplete.Item>
  )
}
