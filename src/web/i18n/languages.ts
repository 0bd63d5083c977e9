import { languages, RIGHT_TO_LEFT } from '../../contract/fields/languages.ts'

export { LANGUAGES, type Language } from '../../contract/fields/languages.ts'

export const LANGUAGE_KEY = 'language'

const KNOWN = JSON.stringify(languages).replaceAll('"', "'")

/**
 * Runs before the first paint, inline in every page. Uses the language in the address (`?lang=es`),
 * otherwise an earlier choice, otherwise the browser's. If that isn't the prerendered language, the
 * page stays hidden until its texts are loaded, so that nobody sees them change.
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
