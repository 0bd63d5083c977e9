// A language change renders every page again. Typed text moves to the new fields, and the focus to
// its previous place.

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement
type Typed = { key: string; value: string; checked: boolean }

/** The code of lazy parts is already loaded, so their fields return at once. */
const PATIENCE_MS = 2_000
const CONTROLS = 'input, textarea, select'
const FOCUSABLE = `${CONTROLS}, button, a[href]`
const CHECKED = /^(checkbox|radio)$/
const UNTOUCHED = /^(file|hidden|submit|button)$/

const isChecked = (control: Control): control is HTMLInputElement => CHECKED.test(control.type)

/** The language menu shows the new language, whatever it showed before. */
const isKept = (control: Control): boolean =>
  !UNTOUCHED.test(control.type) && control.querySelector('option[lang]') === null

/** Identifies fields and buttons by kind, name, and position among equal ones. */
function list<E extends Element>(selector: string): Map<string, E> {
  const seen = new Map<string, number>()
  const found = new Map<string, E>()
  for (const element of document.querySelectorAll<E>(selector)) {
    const { type = '', name = '' } = element as Partial<Control> // a link has neither
    const kind = `${element.localName} ${type} ${name}`
    const before = seen.get(kind) ?? 0
    seen.set(kind, before + 1)
    found.set(`${kind} ${before}`, element)
  }
  return found
}

/** Enters a value like a person, so that forms notice it. */
function put(control: Control, { value, checked }: Typed): void {
  if (isChecked(control)) {
    if (control.checked !== checked) control.click()
    return
  }
  if (control.value === value) return
  // React overrides the property of its own elements, and notices only values that it didn't set.
  const setter = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value')?.set
  setter?.call(control, value)
  for (const name of ['input', 'change']) control.dispatchEvent(new Event(name, { bubbles: true }))
}

/** Records the values of the fields. @returns a function to call once the page is rendered again */
export function keepTyped(): () => void {
  const focused = document.activeElement
  const keyOfFocus = [...list(FOCUSABLE)].find(([, element]) => element === focused)?.[0]
  const left: Typed[] = [...list<Control>(CONTROLS)]
    .filter(([, control]) => isKept(control))
    .map(([key, control]) => ({
      key,
      value: control.value,
      checked: isChecked(control) && control.checked,
    }))
  return () => restore(left, keyOfFocus)
}

function restore(typed: readonly Typed[], keyOfFocus: string | undefined): void {
  let left = typed
  const putBack = () => {
    const controls = list<Control>(CONTROLS)
    left = left.filter((each) => {
      const control = controls.get(each.key)
      if (control) put(control, each)
      return !control
    })
    if (left.length === 0) stop()
  }
  const observer = new MutationObserver(putBack)
  const stop = () => observer.disconnect()
  observer.observe(document.body, { childList: true, subtree: true })
  setTimeout(stop, PATIENCE_MS)
  putBack()
  if (keyOfFocus && document.activeElement === document.body) {
    list<HTMLElement>(FOCUSABLE).get(keyOfFocus)?.focus({ preventScroll: true })
  }
}
