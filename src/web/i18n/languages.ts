import { languages, RIGHT_TO_LEFT } from '../../contract/fields/languages.ts'

export { LANGUAGES, type Language } from '../../contract/fields/languages.ts'

export const LANGUAGE_KEY = 'language'

const KNOWN = JSON.stringify(languages).replaceAll('"', "'")

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
