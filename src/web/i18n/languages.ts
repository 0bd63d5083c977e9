import { RIGHT_TO_LEFT, type Language } from '../../contract/fields/languages.ts'

export type { Language } from '../../contract/fields/languages.ts'

/**
 * The languages, each in its own words. A new one is a line here and a file `<code>.po`, which
 * `npm run messages` begins.
 */
export const LANGUAGES = { en: 'English', es: 'Español' } as const satisfies Record<
  Language,
  string
>

export const LANGUAGE_KEY = 'language'

const KNOWN = JSON.stringify(Object.keys(LANGUAGES)).replaceAll('"', "'")

/**
 * Runs before the first paint, inline in every page: what the address asks for (`?lang=es`), else
 * what was chosen before, else the browser's own. Another language than that of the written page
 * keeps the page hidden until its words are there, so that none is seen to change.
 */
export const LANGUAGE_SCRIPT = `(function(){var known=${KNOWN},l,q;
try{q=new URLSearchParams(location.search).get('lang');
if(known.includes(q))localStorage.setItem('${LANGUAGE_KEY}',q);
l=localStorage.getItem('${LANGUAGE_KEY}')}catch(e){}
l=[q,l].concat(navigator.languages.map(function(n){return n.split('-')[0]}))
.find(function(n){return known.includes(n)})||document.documentElement.dataset.language||'en';
document.documentElement.lang=l;
if(${RIGHT_TO_LEFT}.test(l))document.documentElement.dir='rtl';
if(l!=='en')document.documentElement.classList.add('translating')})()`
