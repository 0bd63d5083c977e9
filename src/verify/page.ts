/** The page that checks files without a server. The build makes it one file, `verify.html`. */
import { sha256 } from '@noble/hashes/sha2.js'
import { fillText, translateTexts } from '../domain/texts.ts'
import { checkFiles, type KeptFile } from '../proof/check/check-files.ts'
import type { Checked } from '../proof/check/outcome.ts'
import { tell, type DescribedFile } from '../proof/check/describe.ts'
import { words } from '../proof/check/words.ts'
import { verifyEd25519 } from '../proof/ed25519.ts'
import { signerOfMessage as signerOf } from '../tron/transaction/signed-message.ts'
import { readSignedTransfer as readTransaction } from '../tron/transaction/signed-transfer.ts'
import { catalogs } from './catalogs.ts'
import { pageWords } from './page-words.ts'

const known = (asked: string): string => (Object.hasOwn(catalogs, asked) ? asked : 'en')

let language = known(navigator.language.split('-')[0] ?? '')
let files: KeptFile[] = []
let checked: readonly Checked[] = []
let unreadable = ''
/** Whether the reader compared the keys' fingerprints with trusted ones. */
let isCompared = false
/** The keys that only the reader vouches for. */
let fingerprints: readonly string[] = []

const find = (id: string): string | undefined => catalogs[language]?.texts[id]
const proofTexts = () => translateTexts(words, 'proof', find)
const pageTexts = () => translateTexts(pageWords, 'verify', find)

type Child = Node | string
/** An element with a class and children. Texts are never markup. */
function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  className: string,
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag)
  if (className) made.className = className
  made.append(...children)
  return made
}

const asList = (rows: DescribedFile['figures']): HTMLElement =>
  element(
    'dl',
    '',
    ...rows.flatMap(([label, value]) => [element('dt', '', label), element('dd', '', value)]),
  )

function drawFile({ name, is, says, figures, proof, needsNode }: DescribedFile): HTMLElement {
  const own = proofTexts()
  const kind = is === 'holds' ? 'good' : is === 'wrong' ? 'bad' : ''
  const mark = element('strong', kind, own.outcomes[is])
  const article = element('article', '', element('h2', '', name))
  article.append(element('p', '', mark, '. ', says))
  if (figures.length > 0) article.append(asList(figures))
  if (needsNode.length > 0) {
    const items = needsNode.map((each) => element('li', '', each))
    article.append(element('h3', '', own.needsNode), element('ul', '', ...items))
  }
  if (proof.length > 0) {
    const summary = element('summary', '', pageTexts().proof)
    article.append(element('details', '', summary, asList(proof)))
  }
  return article
}

/** The keys that need the reader's confirmation, and the button to give or withdraw it. */
function drawKeys(): HTMLElement {
  const own = proofTexts()
  const box = element('input', '')
  box.type = 'checkbox'
  box.checked = isCompared
  box.addEventListener('change', () => {
    isCompared = box.checked
    check()
    result.querySelector('input')?.focus()
  })
  const rows = fingerprints.map((each) => [own.fingerprint, each] as const)
  return element(
    'article',
    '',
    element('h2', '', pageTexts().compare),
    asList(rows),
    element('p', 'soft', own.whereKeys),
    element('label', '', box, ` ${pageTexts().compared}`),
  )
}

/** The result: one sentence, then a part for each file. */
function drawResult(): Child[] {
  const { verdict, isWhole, files: told, note, toCompare } = tell(checked, proofTexts(), sha256)
  const kind = isWhole ? 'good' : told.some(({ is }) => is === 'wrong') ? 'bad' : ''
  const sentence = unreadable
    ? element('p', 'first bad', fillText(pageTexts().unreadable, { name: unreadable }))
    : element('p', `first ${kind}`, checked.length > 0 ? verdict : '')
  sentence.setAttribute('role', 'status')
  if (!isCompared) fingerprints = toCompare
  const keys = fingerprints.length > 0 ? [drawKeys()] : []
  return [sentence, ...keys, ...told.map(drawFile), ...(note ? [element('p', 'soft', note)] : [])]
}

const result = element('section', '')

function showResult(): void {
  result.setAttribute('aria-label', pageTexts().result)
  result.replaceChildren(...drawResult())
}

function check(): void {
  // The page shows the fingerprint of every key, and the reader confirms them together.
  const given = isCompared ? files.map((file) => ({ ...file, isKeys: true })) : files
  checked = checkFiles(given, { sha256, verify: verifyEd25519, signerOf, readTransaction })
  showResult()
}

const isSame = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && one.every((byte, at) => byte === other[at])

/** Two checkpoints often have one name. Both stay: together they may prove two histories. */
function addFile(name: string, bytes: Uint8Array): void {
  for (let no = 1; ; no++) {
    const own = no === 1 ? name : `${name} (${no})`
    const earlier = files.find((file) => file.name === own)
    if (earlier && !isSame(earlier.bytes, bytes)) continue
    if (!earlier) files = [...files, { name: own, bytes }]
    return
  }
}

/** New files are checked together with earlier ones. */
async function addFiles(added: FileList | null): Promise<void> {
  ;[unreadable, isCompared] = ['', false]
  for (const file of added ?? []) {
    try {
      const bytes = new Uint8Array(await file.arrayBuffer())
      addFile(file.name, bytes)
    } catch {
      unreadable = file.name
    }
  }
  check()
}

const mark = (isOver: boolean): void =>
  void document.querySelector('.drop')?.classList.toggle('over', isOver)

/** Files can be dropped anywhere on the page. */
function takeDrops(): void {
  addEventListener('dragover', (event) => {
    event.preventDefault()
    mark(true)
  })
  addEventListener('dragleave', () => mark(false))
  addEventListener('drop', (event) => {
    event.preventDefault()
    mark(false)
    void addFiles(event.dataTransfer?.files ?? null)
  })
}

function drawChooser(): HTMLElement {
  const own = pageTexts()
  const input = element('input', '')
  input.type = 'file'
  input.multiple = true
  input.addEventListener('change', () => void addFiles(input.files))
  // The browser's own button has the browser's language, which may not be the page's.
  const [asked, button] = [element('span', '', own.choose), element('span', 'pick', own.pick)]
  button.setAttribute('aria-hidden', 'true')
  return element('label', 'drop', asked, button, input)
}

function drawLanguages(): HTMLElement {
  const others = Object.entries(catalogs).map(([code, { name }]) => new Option(name, code))
  const select = element('select', '', new Option('English', 'en'), ...others)
  select.value = language
  select.addEventListener('change', () => {
    language = known(select.value)
    draw()
    document.querySelector('select')?.focus()
  })
  return element('label', '', `${pageTexts().language} `, select)
}

function draw(): void {
  const own = pageTexts()
  document.documentElement.lang = language
  document.documentElement.dir = catalogs[language]?.direction ?? 'ltr'
  document.title = own.title
  const again = element('button', '', own.again)
  again.addEventListener('click', () => {
    ;[files, checked, unreadable, isCompared] = [[], [], '', false]
    draw()
    document.querySelector('input')?.focus()
  })
  showResult()
  document
    .querySelector('main')
    ?.replaceChildren(
      element('div', 'bar', element('h1', '', own.title), drawLanguages()),
      element('p', '', own.intro),
      drawChooser(),
      element('p', 'soft', own.hint),
      result,
      element('p', '', again),
    )
}

draw()
takeDrops()
