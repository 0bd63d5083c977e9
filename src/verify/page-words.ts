/** The texts of the page around what it checks. */
const en = {
  title: 'Check the proofs',
  language: 'Language',
  intro:
    'Your files stay on this device. This page asks no one for anything, so it works without a ' +
    'network, also when you have saved it.',
  choose: 'Choose the files, or drop them here',
  hint:
    'Proofs of what you are owed, receipts, seals, sheets, checkpoints, and the public keys that ' +
    'you kept from before. Check them together.',
  again: 'Start over',
  result: 'Result',
  proof: 'Proof',
  unreadable: (name: string) => `We couldn’t read ${name}. Choose it again.`,
}

type PageWords = typeof en

const es: PageWords = {
  title: 'Revisa las pruebas',
  language: 'Idioma',
  intro:
    'Tus archivos se quedan en este dispositivo. Esta página no le pide nada a nadie, así que ' +
    'funciona sin red, también si la guardaste.',
  choose: 'Elige los archivos o suéltalos aquí',
  hint:
    'Pruebas de lo que se te debe, recibos, sellos, hojas, puntos de control y las claves ' +
    'públicas que guardaste antes. Revísalos juntos.',
  again: 'Empezar de nuevo',
  result: 'Resultado',
  proof: 'Prueba',
  unreadable: (name) => `No pudimos leer ${name}. Elígelo otra vez.`,
}

export const pageWords: Readonly<Record<'en' | 'es', PageWords>> = { en, es }
