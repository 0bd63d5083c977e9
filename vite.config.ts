import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { lingui } from '@lingui/vite-plugin'
import { defineConfig, type Plugin } from 'vite'
import { compiler } from './scripts/messages.ts'

// Few large files: each small one is a request of its own, weighs more once compressed, and takes
// room in the manifest, which all visitors load. A group takes along whatever its modules import.

// What every page needs. It holds the entry `root`, and so is that entry's file.
const PACKAGES = /node_modules[/\\](react|react-dom|react-router|scheduler|@lingui)[/\\]/
const SHELL =
  /[/\\]web[/\\](root|client[/\\](paths|online|store)|shell[/\\](shell|waiting))\.tsx?(\?|$)/
const PARTS =
  /[/\\]ui[/\\](button|card|error-page|icon|income-disclaimer|lazy-part|logo|theme-toggle)\.tsx?$/
const MARKS = /[/\\]ui[/\\](details|plan[/\\]plan-mark|toast[/\\]toast)\.tsx?$/
const TEXTS =
  /[/\\](i18n[/\\]language(s|-select)?|ui[/\\](format[/\\]money-text|use-hydrated))\.tsx?$/
const SEEN = /[/\\]client[/\\]use-in-view\.ts$/
const everyPage = (id: string) =>
  [PACKAGES, SHELL, PARTS, MARKS, TEXTS, SEEN].some((part) => part.test(id))

// What members' pages and the forms of visitors need: requests with and without a session.
const SESSION = /[/\\]web[/\\]session[/\\]/
const ANSWERS =
  /[/\\](client[/\\](api-error|create-call)|ui[/\\](notice|skeleton|copy-button))\.tsx?$/
const WORDS = /[/\\]ui[/\\](format[/\\]time-text|toast[/\\]toast-failure)\.ts$/
const calls = (id: string) => [SESSION, ANSWERS, WORDS].some((part) => part.test(id))

// What most pages of members need. Its entry is `member-area`.
const AREA = /[/\\]web[/\\]member[/\\](area|live|me|plans)[/\\]/
const FIGURES = /[/\\]web[/\\]ui[/\\](badge|stat|(format|spot)[/\\](?!device)[a-z-]+)\.tsx?$/
const ACTIVITY =
  /[/\\]member[/\\](activity[/\\](queries|use-seen|activity-row)|explain[/\\]explain-b)/
const DEPOSITS = /[/\\]member[/\\]deposit[/\\](queries|resume-deposit|use-deposit)\.tsx?$/
const BUTTONS =
  /[/\\](copy-referral-link|dashboard-stats|deposit-dialog-slot|share-(button|card))\.tsx?$/
const REWARDS = /[/\\]member[/\\]earnings[/\\](queries|reward-kinds)\.ts$/
const OFTEN = /[/\\](use-(idle|media|now|preload-intent|width)|load-error|lazy-dialog)\.tsx?$/
const members = (id: string) =>
  [AREA, FIGURES, ACTIVITY, DEPOSITS, BUTTONS, REWARDS, OFTEN].some((part) => part.test(id))

// What a member's page fetches once it is there: messages, shortcuts, notices of the app.
const afterwards = (id: string) => /[/\\](ui[/\\]toaster|shell[/\\]member-extras)\.tsx$/.test(id)

const dialogs = (id: string) => /[/\\]ui[/\\]dialog\.tsx$/.test(id)

// The contact page has fields, but none of the library behind other forms.
const FIELDS = /[/\\]ui[/\\]form[/\\](field|required-text)\.tsx?$/
const LIMITS = /[/\\]fields[/\\]limits\.ts$/
const fields = (id: string) => [FIELDS, LIMITS].some((part) => part.test(id))
const forms = (id: string) => /[/\\]ui[/\\]form[/\\](use-fields|caution)\.tsx?$/.test(id)

const output = {
  codeSplitting: {
    groups: [
      { name: 'every-page', test: everyPage },
      { name: 'calls', test: calls },
      { name: 'members', test: members },
      { name: 'afterwards', test: afterwards },
      { name: 'fields', test: fields },
      { name: 'forms', test: forms },
      { name: 'dialogs', test: dialogs },
    ],
  },
  // The manifest names every chunk, and names without meaning do not compress.
  chunkFileNames: 'assets/[name]-[hash:8].js',
  entryFileNames: 'assets/[name]-[hash:8].js',
}

/** A group that holds an entry is that entry's file, instead of one more that points to it. */
const entriesInGroups: Plugin = {
  name: 'entries-in-groups',
  applyToEnvironment: ({ name }) => name === 'client',
  options: (options) => ({ ...options, preserveEntrySignatures: 'allow-extension' }),
}

/** Only written pages carry the first script: browsers load nothing that it is made of. */
const withoutFirstScript: Plugin = {
  name: 'without-first-script',
  enforce: 'pre',
  applyToEnvironment: ({ name }) => name === 'client',
  load: {
    filter: { id: /[/\\]shell[/\\]first-script\.ts$/ },
    handler: () => `export const firstScript = () => ''`,
  },
}

// There is one style, linked by every page, and the routes' own manifest says which scripts to fetch
// beforehand: nothing is left for Vite to fetch before a part of a page, nor to carry along for it.
const withoutPreload: Plugin = {
  name: 'without-preload',
  enforce: 'pre',
  load: {
    filter: { id: /^\0vite\/preload-helper\.js$/ },
    handler: () => 'export const __vitePreload = (load) => load()',
  },
  generateBundle(_, bundle) {
    const styles = Object.keys(bundle).filter((file) => file.endsWith('.css'))
    if (styles.length > 1) this.error(`Parts with a style of their own would lack it: ${styles}`)
  },
}

export default defineConfig({
  plugins: [
    withoutPreload,
    withoutFirstScript,
    entriesInGroups,
    tailwindcss(),
    reactRouter(),
    lingui({ configPath: 'lingui.members.config.ts' }),
    compiler(),
  ],
  build: { target: 'es2023', assetsInlineLimit: 0, modulePreload: false },
  // The build requests its first pages from this server. In a container without IPv6, a server on
  // `localhost` listens on ::1, and clients find only 127.0.0.1.
  preview: { host: '127.0.0.1' },
  environments: { client: { build: { rolldownOptions: { output } } } },
})
