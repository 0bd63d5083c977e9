import { createStore } from '../client/store.ts'

export type ThemeChoice = 'dark' | 'light' | 'system'

const KEY = 'theme'
const GROUND = { dark: '#0b1418', light: '#f5f8f8' }

/**
 * Runs before the first paint, inline in every page. Applies the stored theme to the document, dark
 * if there is none. It also marks that a token is stored, so that a member's page doesn't begin
 * with a visitor's menu. It is text instead of a function, so that its hash is the same in every
 * build.
 */
export const THEME_SCRIPT = `(function(){var t;try{t=localStorage.getItem('${KEY}')}catch(e){}
var d=t==='light'?false:t==='system'?matchMedia('(prefers-color-scheme:dark)').matches:true;
document.documentElement.classList.toggle('dark',d);
var m=document.querySelector('meta[name=theme-color]');
if(m)m.content=d?'${GROUND.dark}':'${GROUND.light}';
try{if(localStorage.getItem('access_token')||sessionStorage.getItem('member_view'))
document.documentElement.classList.add('signed-in')}catch(e){}})()`

export function readTheme(): ThemeChoice {
  try {
    const stored = localStorage.getItem(KEY)
    return stored === 'light' || stored === 'system' ? stored : 'dark'
  } catch {
    return 'dark'
  }
}

function isDark(choice: ThemeChoice): boolean {
  if (choice === 'system') return matchMedia('(prefers-color-scheme: dark)').matches
  return choice === 'dark'
}

function paint(choice: ThemeChoice): void {
  const dark = isDark(choice)
  const root = document.documentElement
  root.classList.add('switching')
  root.classList.toggle('dark', dark)
  // Applies the colors with transitions off.
  root.getBoundingClientRect()
  root.classList.remove('switching')
  const meta = document.querySelector('meta[name=theme-color]')
  meta?.setAttribute('content', dark ? GROUND.dark : GROUND.light)
}

const theme = createStore<ThemeChoice | null>(null)

/** Applies a theme to the document, and stores it for the next visit if possible. */
export function applyTheme(choice: ThemeChoice): void {
  paint(choice)
  try {
    localStorage.setItem(KEY, choice)
  } catch {
    // Without storage, we forget the choice but still apply it.
  }
  theme.set(choice)
}

/** Calls back when the theme changes: here, in another tab, or, for *system*, on the device. */
export function watchTheme(watcher: () => void): () => void {
  const device = matchMedia('(prefers-color-scheme: dark)')
  const follow = () => {
    paint(readTheme())
    watcher()
  }
  const stop = theme.subscribe(watcher)
  device.addEventListener('change', follow)
  window.addEventListener('storage', follow)
  return () => {
    stop()
    device.removeEventListener('change', follow)
    window.removeEventListener('storage', follow)
  }
}

/** The next of the three choices: dark, light, system, and back to dark. */
export function nextTheme(choice: ThemeChoice): ThemeChoice {
  return choice === 'dark' ? 'light' : choice === 'light' ? 'system' : 'dark'
}
