/** What a form's field holds, without spaces around it; empty when there is no such field. */
export function formText(form: HTMLFormElement, name: string): string {
  const given = new FormData(form).get(name)
  return typeof given === 'string' ? given.trim() : ''
}
