/** Converts a chosen file for a call. */
export type ChosenFile = { readonly name: string; readonly content: string }

/** The most arguments of one call. More would overflow the stack. */
const BYTES_AT_ONCE = 8_192

/** Reads a file's bytes unchanged. The server checks whether they are UTF-8. */
export async function readChosenFile(file: File): Promise<ChosenFile> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  let binary = ''
  for (let at = 0; at < bytes.length; at += BYTES_AT_ONCE) {
    binary += String.fromCharCode(...bytes.subarray(at, at + BYTES_AT_ONCE))
  }
  return { name: file.name.slice(-120), content: btoa(binary) }
}
