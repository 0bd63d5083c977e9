import type { TextParams } from '../../domain/texts.ts'

export { fill, type ParamsOf, type TextParams } from '../../domain/texts.ts'

/** A sentence as it comes over the wire, where its code may be one that came later. */
export type WireText = { code: string; params: TextParams }
