/** The style of the reference page: two columns where there is room, light and dark. */
export const PAGE_STYLE = `
:root { color-scheme: light dark; --text: light-dark(#1c1c22, #e8e8ee);
  --muted: light-dark(#55555f, #a9a9b6); --line: light-dark(#d9d9e0, #3a3a44);
  --soft: light-dark(#f3f3f6, #22222a); --page: light-dark(#fff, #16161b);
  --link: light-dark(#1a4fb8, #8ab4ff) }
* { box-sizing: border-box }
html { scroll-padding-top: 1rem }
body { margin: 0; font: 16px/1.55 system-ui, sans-serif; color: var(--text);
  background: var(--page) }
a { color: var(--link) }
code, pre { font: 0.875em/1.5 ui-monospace, monospace; overflow-wrap: anywhere }
pre { overflow: auto; max-height: 24rem; margin: .5rem 0 1rem; padding: .75rem;
  background: var(--soft); border-radius: .5rem; white-space: pre-wrap }
.skip { position: absolute; inset-inline-start: -99rem }
.skip:focus { position: static; display: block; padding: .5rem 1rem }
nav { padding: 1rem; border-bottom: 1px solid var(--line) }
nav ul { list-style: none; margin: 0; padding: 0 }
nav a { display: inline-block; padding: .25rem 0; text-decoration: none }
nav a:hover, nav a:focus-visible { text-decoration: underline }
nav ul ul { display: none }
main { padding: 1rem; max-width: 52rem }
h1 { margin: 0 0 .5rem } h2 { margin: 2.5rem 0 .5rem } h3 { margin: 0 }
h4 { margin: 1.25rem 0 .25rem; font-size: 1rem }
article { margin: 1.5rem 0; padding-top: 1.5rem; border-top: 1px solid var(--line) }
.call { margin: .25rem 0 .75rem } .call b { margin-inline-end: .5rem }
.muted, dt span, .choices { color: var(--muted) }
dl { margin: .25rem 0; border-top: 1px solid var(--line) }
dt { padding-top: .5rem } dt span { font-size: .875rem }
dd { margin: 0; padding: 0 0 .5rem; border-bottom: 1px solid var(--line) }
dd p { margin: 0 } dd dl { margin: .5rem 0 0 1rem } .choices { font-size: .875rem }
summary { cursor: pointer; padding: .25rem 0 }
@media (min-width: 64rem) {
  body { display: grid; grid-template-columns: 19rem 1fr }
  nav { position: sticky; top: 0; height: 100vh; overflow: auto; border: 0;
    border-inline-end: 1px solid var(--line) }
  nav ul ul { display: block; margin: 0 0 .75rem .75rem; font-size: .875rem }
  main { padding: 2rem 3rem }
}`
