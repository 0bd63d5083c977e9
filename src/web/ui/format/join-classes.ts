/** Class names that hold, joined by a space; what is false, null or undefined is left out. */
export function joinClasses(...names: (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(' ')
}
