/** Hands a file to the browser to be saved. */
export function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser has taken the content over by the next turn of its loop.
  setTimeout(() => URL.revokeObjectURL(url), 1000)
}
