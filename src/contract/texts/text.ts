/** What a sentence is about: figures, names, ids. Money is a decimal string, without its sign. */
export type TextParams = Record<string, string | number>

/** A sentence as it comes over the wire, where its code may be one that came later. */
export type WireText = { code: string; params: TextParams }

/** The names between braces in a template. */
type NamesIn<T extends string> = T extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never

/** What has to be given to fill a template: nothing, or one value for each name. */
export type ParamsOf<T extends string> = [NamesIn<T>] extends [never]
  ? []
  : [params: Record<NamesIn<T>, string | number>]

/** The template with its values in place. */
export const fill = (template: string, params: TextParams): string =>
  template.replace(/\{(\w+)\}/g, (_, name: string) => String(params[name] ?? ''))
