import linguiMacro from '@lingui/babel-plugin-lingui-macro'
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import babel, { defineRolldownBabelPreset } from '@rolldown/plugin-babel'
import { reactCompilerPreset } from '@vitejs/plugin-react'
import type { PluginOption } from 'vite'

// The little of Babel that is used here; the package itself brings no types.
type Syntax = {
  type: string
  name?: string
  value?: unknown
  leadingComments?: { value: string }[]
}
type Property = { node: { key: Syntax; value: Syntax }; parent: Syntax }
type Program = { traverse: (visitor: { ObjectProperty: (path: Property) => void }) => void }
type Babel = { types: { valueToNode: (value: unknown) => Syntax } }

/**
 * Puts each English message, already parsed, where it is used. English so needs no catalog: it
 * arrives with the route that says it, and what is written at build time has nothing to wait for.
 */
function parseMessages({ types }: Babel) {
  const parse = ({ node, parent }: Property) => {
    // The macro marks what it makes, so that no other object is taken for a message.
    const made = parent.leadingComments?.some(({ value }) => value.trim() === 'i18n') ?? false
    const text = node.value.value
    if (!made || node.key.name !== 'message' || typeof text !== 'string') return
    node.value = types.valueToNode(compileMessageOrThrow(text))
  }
  const enter = (program: Program) => program.traverse({ ObjectProperty: parse })
  return { name: 'twofold-parse-messages', visitor: { Program: { enter } } }
}

/** What Babel reads. The domain and the contract have neither messages nor components. */
const OWN_SOURCES = [/[/\\]src[/\\]web[/\\].*\.tsx?$/]

/** What makes `t`, `msg` and `<Trans>` into calls of Lingui, in files that have any. */
const messagePreset = defineRolldownBabelPreset({
  preset: { plugins: [[linguiMacro, { stripMessageField: false }], parseMessages] },
  rolldown: { filter: { code: /@lingui\// } },
})

/** A file with neither a component nor a hook has nothing to compile, so Babel skips it. */
const compilerPreset = defineRolldownBabelPreset({
  ...reactCompilerPreset(),
  rolldown: { ...reactCompilerPreset().rolldown, filter: { code: /\/>|<\/|\buse[A-Z]/ } },
})

/**
 * What Babel does to the web apps. The compiler's memory costs bytes and saves work where something
 * changes: files that draw once, or as quickly as they would compare, say 'use no memo'. Nobody
 * reads source maps of a build.
 */
export function compiler(): PluginOption {
  return babel({
    include: OWN_SOURCES,
    // Babel begins with the last one.
    presets: [compilerPreset, messagePreset],
    sourceMap: false,
  })
}

/** The messages alone, for tests, which use Babel for nothing else. */
export function messages(): PluginOption {
  return babel({ include: OWN_SOURCES, presets: [messagePreset] })
}
