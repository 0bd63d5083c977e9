const KEY = 'registered_username'

// The username of an account created in this browser, for its first sign-in.

export function readRegisteredName(): string {
  try {
    return localStorage.getItem(KEY) ?? ''
  } catch {
    return ''
  }
}

/** @param name empty: forgets it */
export function keepRegisteredName(name: string): void {
  try {
    if (name) localStorage.setItem(KEY, name)
    else localStorage.removeItem(KEY)
  } catch {
    // Then the name is typed.
  }
}
