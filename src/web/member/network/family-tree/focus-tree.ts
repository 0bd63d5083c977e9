/**
 * Returns the focus to its previous place, unless something other than the dialog has it by now.
 */
export function focusTree(): void {
  const holder = document.activeElement
  const isFree = !holder || holder === document.body || holder.closest('[role=dialog]')
  if (isFree) document.querySelector<SVGElement>('[role=treeitem][tabindex="0"]')?.focus()
}
