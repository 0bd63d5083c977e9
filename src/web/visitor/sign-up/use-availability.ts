'use no memo'

import { useRef, useState } from 'react'
import { call } from '../../session/api.ts'
import { usernameRules } from './username-rules.ts'

/** Checks whether a typed username is free. It's only a preview and reserves nothing. */
export function useAvailability(onTaken: () => void) {
  const [isFree, setIsFree] = useState(false)
  const asked = useRef('')
  const check = (username: string) => {
    const { minLength, validate } = usernameRules()
    const isGood = username.length >= minLength.value && validate(username) === true
    if (!isGood || asked.current === username) return
    asked.current = username
    const show = ({ available }: { available: boolean }) => {
      if (asked.current !== username) return
      setIsFree(available)
      if (!available) onTaken()
    }
    const forget = () => {
      // The registration itself decides.
      asked.current = ''
    }
    void call('checkUsername', { query: { username } }).then(show, forget)
  }
  const reset = () => {
    asked.current = ''
    setIsFree(false)
  }
  return { check, reset, isFree }
}
