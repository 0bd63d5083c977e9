import linguiMacro from '@lingui/babel-plugin-lingui-macro'
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import babel, { defineRolldownBabelPreset } from '@rolldown/plugin-babel'
import { transform } from 'oxc-transform-react'
import type { Plugin, PluginOption } from 'vite'

// The small part of Babel that we use. The package has no types.
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
 * Inlines each English message, already parsed, where it is used. So English needs no catalog: it
 * arrives with the route, and prerendered pages have nothing to wait for.
 */
function parseMessages({ types }: Babel) {
  const parse = ({ node, parent }: Property) => {
    // The macro marks its messages, so that we don't mistake another object for one.
    const made = parent.leadingComments?.some(({ value }) => value.trim() === 'i18n') ?? false
    const text = node.value.value
    if (!made || node.key.name !== 'message' || typeof text !== 'string') return
    node.value = types.valueToNode(compileMessageOrThrow(text))
  }
  const enter = (program: Program) => program.traverse({ ObjectProperty: parse })
  return { name: 'twofold-parse-messages', visitor: { Program: { enter } } }
}

/** The files for Babel. The domain and the contract have neither messages nor components. */
const OWN_SOURCES = [/[/\\]src[/\\]web[/\\].*\.tsx?$/]

/** Turns `t`, `msg` and `<Trans>` into Lingui calls, in files that use them. */
const messagePreset = defineRolldownBabelPreset({
  preset: { plugins: [[linguiMacro, { stripMessageField: false }], parseMessages] },
  rolldown: { filter: { code: /@lingui\// } },
})

/** A file with neither a component nor a hook has nothing to compile. */
const COMPILABLE = /\/>|<\/|\buse[A-Z]/

/** The React Compiler, in Rust: Babel takes half of the build's time for it. */
const reactCompiler: Plugin = {
  name: 'twofold-react-compiler',
  // After Babel, which turns messages into calls first.
  enforce: 'pre',
  applyToEnvironment: ({ config }) => config.consumer === 'client',
  transform: {
    filter: { id: OWN_SOURCES, code: COMPILABLE },
    async handler(source, id) {
      const { code, errors } = await transform(id, source, { reactCompiler: {} })
      for (const { message } of errors) this.error(message)
      return { code, map: null }
    },
  },
}

/**
 * Prepares the sources of the web apps. The compiler's memoization costs bytes and saves work on
 * updates. Files that render once, or as fast as they would compare, say 'use no memo'. Builds have
 * no source maps.
 */
export const compiler = (): PluginOption => [
  babel({ include: OWN_SOURCES, presets: [messagePreset], sourceMap: false }),
  reactCompiler,
]

/** Only the messages, for tests, which use Babel for nothing else. */
export function messages(): PluginOption {
  return babel({ include: OWN_SOURCES, presets: [messagePreset] })
}
