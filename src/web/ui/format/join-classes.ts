/** Joins class names with spaces. Leaves out false, null and undefined. */
export function joinClasses(...names: (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(' ')
}
