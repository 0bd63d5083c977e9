type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement
type Used = Control | HTMLButtonElement | HTMLFormElement
/** The value, whether it is checked, what sent the form, or nothing. */
type How = string | boolean | HTMLElement | null

declare global {
  interface Window {
    /** Stops noting, and hands over what was used so far, in order. */
    takeEarlyInput?: () => Map<Used, How>
  }
}

/**
 * Runs inline in every page. A written page can be used before React has arrived, but React would
 * begin with what it was written with. So this notes which controls were changed, which buttons
 * were pressed, and which form was sent: the browser itself would put its fields in the address.
 * It listens last: React takes over in the middle of an event that it needs to handle, and handles
 * that one itself.
 */
export const EARLY_INPUT_SCRIPT = `(function(){
var used=new Map,names=['input','change','click','submit'];
function note(e){var t=e.target,n=e.type;
if(n==='submit'){e.preventDefault();used.set(t,e.submitter)}
else if(n==='click'){if(t=t.closest('button[type=button]'))used.set(t,null)}
else used.set(t,/^(checkbox|radio)$/.test(t.type)?t.checked:t.value)}
names.forEach(function(n){addEventListener(n,note)});
self.takeEarlyInput=function(){
names.forEach(function(n){removeEventListener(n,note)});return used}})()`

/** Does once more, now that React listens, what was done before. */
export function replayEarlyInput(): void {
  window.takeEarlyInput?.().forEach(replay)
  delete window.takeEarlyInput
}

function replay(how: How, element: Used): void {
  if (!element.isConnected) return
  if (element instanceof HTMLButtonElement) element.click()
  else if (element instanceof HTMLFormElement) {
    element.requestSubmit(how instanceof HTMLElement ? how : null)
  } else if (typeof how === 'string') fill(element, how)
  else if (element instanceof HTMLInputElement) {
    element.checked = how !== true
    element.click()
  }
}

/** React sees a change only where the value differs from the last one that it knows. */
function fill(element: Control, value: string): void {
  element.value = ''
  const own = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(element), 'value')
  own?.set?.call(element, value)
  for (const type of ['input', 'change']) element.dispatchEvent(new Event(type, { bubbles: true }))
}
