// Sentences with places for values, such as `{amount}`, and their translations.

/** What a sentence is about: figures, names, ids. Money is a decimal string, without its sign. */
export type TextParams = Record<string, string | number>

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

/** Fills one of our own texts. The types require exactly the values that it names. */
export const fillText = <T extends string>(template: T, ...[params]: ParamsOf<T>): string =>
  fill(template, params ?? {})

/** Texts by their keys, some of them in groups or lists. */
export type Texts = { readonly [key: string]: string | Texts | readonly string[] }

/** Every text with its id: the name of the texts and the keys that lead to it. */
export const listTexts = (texts: Texts, name: string): [id: string, text: string][] =>
  Object.entries(texts).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string'
      ? [[`${name}.${key}`, value]]
      : listTexts(Object.fromEntries(Object.entries(value)), `${name}.${key}`),
  )

/** The texts in another language, and in English where `find` has no translation of an id. */
export function translateTexts<T extends Texts>(
  texts: T,
  name: string,
  find: (id: string) => string | undefined,
): T {
  const turn = (value: Texts[string], id: string): Texts[string] => {
    if (typeof value === 'string') return find(id) ?? value
    if (Array.isArray(value)) {
      return value.map((each: string, at) => find(`${id}.${at}`) ?? each)
    }
    return Object.fromEntries(
      Object.entries(value).map(([key, each]) => [key, turn(each, `${id}.${key}`)]),
    )
  }
  // A translation has the same keys, and the same values in its texts: a test compares them.
  return turn(texts, name) as T
}
