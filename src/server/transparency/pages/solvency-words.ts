// The words of the page about what we owe and what we hold.

const en = {
  link: 'What we owe and hold',
  title: 'What we owe and what we hold',
  first: (owed: string, held: string, ratio: string) =>
    `We owe ${owed}, and we hold ${held} for it: ${ratio}.`,
  nothingOwed: (held: string) => `We owe nobody anything. We hold ${held}.`,
  notKnown: (owed: string) => `We owe members ${owed}. How much of it we hold is not known yet.`,
  noWallets: 'No reserve wallet is named.',
  noSignature: 'No reserve wallet has a signature of the last 35 days.',
  nodesDisagree: 'The nodes that we ask about our wallets didn’t answer, or disagreed.',
  noRate: 'There was no market price of TRX.',
  explained:
    'What we owe is what members have in their wallets and on hold for withdrawals, and every ' +
    'transfer that we couldn’t match to a member yet. What we hold is what the TRON network says ' +
    'about our wallets. We read it before and after the moment of the sheet, and count the less.',
  owed: 'What we owe',
  held: 'What we hold',
  what: 'What',
  dollars: 'Dollars',
  toMembers: 'To members',
  unmatched: 'Unmatched transfers',
  all: 'All together',
  wallet: 'Where',
  counts: 'Counts',
  states: { counted: 'Yes', unsigned: 'No: not signed', not_known: 'Not known yet' },
  depositAddresses: (count: string) => `${count} deposit addresses`,
  rate: (rate: string, at: string) =>
    `At $${rate} for one TRX (${at}), and one dollar for one USDT.`,
  statements: 'Signed by these wallets',
  statementsText:
    'Only someone with a wallet’s key can sign a text for it. Check a signature with any TRON ' +
    'tool (TIP-191). A signature counts for 35 days.',
  signature: 'Signature:',
  notProven:
    'This doesn’t show that nobody lent us the coins, that we have no other debts, or what ' +
    'happens tomorrow.',
  sampleText:
    'Coins at deposit addresses are in a tree whose root is on the sheet. A later block draws 64 ' +
    'coins of it, and auditors look up their addresses on the network.',
  sample: 'The addresses that were drawn',
  anchor: (day: string, block: string) =>
    `The sheet of ${day} is anchored on the TRON network, in block ${block}: the memo of this ` +
    'transaction holds the size and root of our log, so we can’t change them later.',
  anchors: 'All anchors',
}

const es: typeof en = {
  link: 'Lo que debemos y tenemos',
  title: 'Lo que debemos y lo que tenemos',
  first: (owed, held, ratio) => `Debemos ${owed} y tenemos ${held} para pagarlo: ${ratio}.`,
  nothingOwed: (held) => `No le debemos nada a nadie. Tenemos ${held}.`,
  notKnown: (owed) => `Les debemos ${owed} a los miembros. Aún no se sabe cuánto de eso tenemos.`,
  noWallets: 'No hay billeteras de reserva indicadas.',
  noSignature: 'Ninguna billetera de reserva tiene una firma de los últimos 35 días.',
  nodesDisagree:
    'Los nodos a los que preguntamos por nuestras billeteras no respondieron o no coincidieron.',
  noRate: 'No había un precio de mercado de TRX.',
  explained:
    'Debemos lo que los miembros tienen en sus billeteras y en retiros retenidos, y toda ' +
    'transferencia que todavía no pudimos asignar a un miembro. Tenemos lo que la red TRON dice ' +
    'de nuestras billeteras. Lo leemos antes y después del momento de la hoja y contamos lo menor.',
  owed: 'Lo que debemos',
  held: 'Lo que tenemos',
  what: 'Qué',
  dollars: 'Dólares',
  toMembers: 'A los miembros',
  unmatched: 'Transferencias sin asignar',
  all: 'Todo junto',
  wallet: 'Dónde',
  counts: 'Cuenta',
  states: { counted: 'Sí', unsigned: 'No: sin firma', not_known: 'Aún no se sabe' },
  depositAddresses: (count) => `${count} direcciones de depósito`,
  rate: (rate, at) => `A $${rate} por TRX (${at}) y un dólar por USDT.`,
  statements: 'Firmado por estas billeteras',
  statementsText:
    'Solo quien tiene la clave de una billetera puede firmar un texto por ella. Comprueba la ' +
    'firma con cualquier herramienta de TRON (TIP-191). Una firma cuenta durante 35 días.',
  signature: 'Firma:',
  notProven:
    'Esto no demuestra que nadie nos prestó las monedas, que no tenemos otras deudas ni lo que ' +
    'pasará mañana.',
  sampleText:
    'Las monedas en direcciones de depósito están en un árbol cuya raíz figura en la hoja. Un ' +
    'bloque posterior sortea 64 de esas monedas, y los auditores buscan sus direcciones en la red.',
  sample: 'Las direcciones sorteadas',
  anchor: (day, block) =>
    `La hoja del ${day} está anclada en la red TRON, en el bloque ${block}: la nota de esta ` +
    'transacción contiene el tamaño y la raíz de nuestro registro, y ya no podemos cambiarlos.',
  anchors: 'Todos los anclajes',
}

export const solvencyWords = { en, es }
