/** Signs out. Its code is loaded on demand. */
export async function signOut(): Promise<void> {
  const { signOut: end } = await import('./sign-in.ts')
  await end()
}
