import { useEffect, useState } from 'react'
import { Icon } from '../ui/icon.tsx'
import type { IconName } from '../ui/icon.tsx'

/** All icons in the file. */
export function Icons() {
  const [names, setNames] = useState<IconName[]>([])
  useEffect(() => {
    const read = async () => {
      const text = await (await fetch('/icons.svg')).text()
      // The gallery shows whatever the file has.
      setNames([...text.matchAll(/<symbol id="(\w+)"/g)].map(([, name]) => name as IconName))
    }
    void read()
  }, [])
  return (
    <ul className="flex flex-wrap gap-3">
      {names.map((name) => (
        <li key={name} className="grid justify-items-center gap-1 text-sm text-faint">
          <Icon name={name} />
          {name}
        </li>
      ))}
    </ul>
  )
}
