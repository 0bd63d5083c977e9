import type { Language } from '../figures.ts'
import { solvencyWords } from './solvency-words.ts'

// The words of the public pages. They belong to these pages alone, which have no script and so no
// catalog of messages.

const en = {
  name: 'English',
  skip: 'Skip to content',
  pages: 'Pages',
  home: 'To the app',
  moneySource: 'Where the money comes from',
  income: 'What members earned',
  boards: 'How boards fare',
  solvency: solvencyWords.en,
  boardCount: 'Boards',
  status: 'Status',
  earnedTitle: 'What members really earned',
  nothingYet:
    'There is no sheet yet. We seal one each day after 00:05 UTC, and the first one right after ' +
    'the first start.',
  together: (lost: string) =>
    `All members together are ${lost} down. That is exactly what the company kept of their ` +
    'joining fees and charges.',
  moneyIs:
    'Rewards are paid out of other members’ joining fees, and out of nothing else. The result of ' +
    'a member is all rewards less all joining fees, deposit fees, withdrawal fees, network fees, ' +
    'and rounding since they joined. Everyone who ever paid a joining fee counts, also those who ' +
    'got nothing; the company doesn’t. Corrections by staff aren’t earnings. Nothing is ' +
    'averaged, annualized, or projected.',
  registered: (count: string) => `${count} people are registered; not all of them paid.`,
  tooFew:
    'We show amounts once 20 people have paid for a place. Before, they would show what single ' +
    'people earned.',
  results: 'Members by their result',
  result: 'Result',
  members: 'Members',
  share: 'Share',
  groups: [
    'Lost more than $50',
    'Lost $20.01 to $50',
    'Lost $5.01 to $20',
    'Lost $1.01 to $5',
    'Lost $1 or less',
    'Even, to the cent',
    'Gained $1 or less',
    'Gained $1.01 to $5',
    'Gained $5.01 to $20',
    'Gained $20.01 to $100',
    'Gained more than $100',
  ],
  amounts: 'How much members paid and got',
  ofTen: ['1 in 10', '1 in 4', 'Half', '3 in 4', '9 in 10', '99 in 100'],
  atMost: 'Had this or less',
  paid: 'Paid in joining fees',
  rewards: 'Got in rewards',
  top: (one: string, ten: string) =>
    `The 1% with the most rewards got ${one} of all rewards, the top 10% got ${ten}.`,
  byPlan: 'By the highest plan that members paid for',
  plan: 'Plan',
  below: 'Got back less',
  zero: 'Got nothing',
  median: 'Result: half have this or less',
  byMonth: 'By the month of the first joining fee',
  month: 'Month',
  places: 'What joining fees became',
  taken: 'Places',
  fees: 'Joining fees',
  paidOut: 'Paid to members',
  kept: 'Kept',
  boardsComplete: 'Boards complete',
  proof: 'Proof',
  proofText: (day: string) =>
    `These figures are of ${day}. The ledger sealed the hash of that day’s sheet, so nobody can ` +
    'change them unnoticed.',
  sheetOf: 'The sheet',
  boardsTitle: 'How boards really fare',
  boardsFirst: (complete: string, boards: string, share: string) =>
    `Of ${boards} boards, ${complete} (${share}) are complete.`,
  noBoards: 'Nobody has taken a place yet.',
  ceiling:
    'Every place fills two positions at most, and a board has six. So no more than one in three ' +
    'boards can ever be complete at the same time. For all open boards to be complete, about ' +
    'three times as many places must be sold, and the owners of the new places then start where ' +
    'today’s owners did.',
  mostComplete: 'At most complete',
  morePlaces: 'More places needed for the rest',
  levels: 'Boards by positions taken',
  positions: (count: number) => `${count} of 6`,
  curve: 'Boards out of 100 that are complete after',
  days: (count: number) => `${count} days`,
  medianDays: 'Half complete after',
  notHalf: 'More than half aren’t complete',
  notKnown: 'Not known yet',
  curveNote:
    'Kaplan–Meier estimates with 95% intervals, from boards of all ages. “Not known yet” means ' +
    'that fewer than 30 boards are that old. The estimate takes for granted that later boards ' +
    'fare like earlier ones. They fare worse when growth slows, so the quarters are listed, too.',
  quarters: 'By the quarter in which the place was taken',
  quarter: 'Quarter',
  complete: 'Complete',
  check: 'Check it yourself',
  checkTitle: 'Check it yourself',
  checkFirst:
    'You don’t have to trust these pages: the files below show on your own device that nothing ' +
    'was changed.',
  checkHere: 'Check files in this browser',
  saveProgram: '1. Save the program',
  saveProgramText:
    'Save one of these, once. The page works without a network, the program with Node 20 or ' +
    'newer. Compare the hash with a copy that someone else has.',
  programHashes: 'What the programs are',
  file: 'File',
  keep: '2. Keep the keys',
  keepText:
    'Save these on your first day. The keys show later that it is still us who signs. A ' +
    'checkpoint holds the whole past in four lines.',
  filesOf: (day: string) => `3. Save the files of ${day}`,
  filesText:
    'The seal shows that the ledger has the sheet, and the sheet has the hashes of the figures.',
  ownProofs: 'Your own proofs and receipts',
  runIt: '4. Check them together',
  runItText:
    'Drop all files on the saved page, or name them to the program. It tells which file was ' +
    'changed, and where.',
  command: 'The command',
  growthText:
    'To check that the log has rewritten nothing since an older checkpoint, add that checkpoint ' +
    'and /log/consistency/ with its size, which is its second line.',
  dayTitle: (day: string) => `Sheet of ${day}`,
  dayFirst: 'This is the sheet of one day, as the ledger sealed it.',
  sealed: 'Sealed',
  hash: 'SHA-256 of the sheet',
  noSheet: 'There is no sheet of this day.',
  statusTitle: 'Status',
  upNow: 'The service works.',
  downNow: 'The service has given no sign of life for two minutes.',
  uptime: (share: string, minutes: string) =>
    `In the last 30 days it took requests in ${share} of ${minutes} minutes. A minute without a ` +
    'sign of life counts as down.',
  waits: 'Waiting times, last 30 days',
  what: 'What',
  count: 'Count',
  p50: 'Half within',
  p95: '95 in 100 within',
  withdrawals: 'Withdrawal: from request to final payout',
  deposits: 'Deposit: from the block to the wallet',
  waiting: (count: string, oldest: string) =>
    `${count} withdrawals are waiting; the oldest has waited for ${oldest}.`,
  noneWaiting: 'No withdrawal is waiting.',
  chainLag: (length: string) => `The newest final block that we have read is ${length} old.`,
  incidentsNow: 'Incidents now',
  incidentsBefore: 'Incidents of the last 30 days',
  noIncidents: 'None were reported.',
  incidentStates: {
    investigating: 'Investigating',
    identified: 'Cause found',
    monitoring: 'Fixed, and watched',
    resolved: 'Over',
  },
  incidentImpacts: {
    notice: 'For your information',
    partial: 'Something is slow or partly down',
    outage: 'Outage',
  },
  newestSheet: (day: string) => `The newest sealed sheet is of ${day}.`,
  failedProofs: (count: string) =>
    `Members reported ${count} proofs that failed in their browsers in the last 30 days.`,
  noFailedProofs: 'No member reported a proof that failed in the last 30 days.',
}

type Words = typeof en

const es: Words = {
  name: 'Español',
  skip: 'Ir al contenido',
  pages: 'Páginas',
  home: 'Ir a la aplicación',
  moneySource: 'De dónde sale el dinero',
  income: 'Lo que ganaron los miembros',
  boards: 'Cómo les va a los tableros',
  solvency: solvencyWords.es,
  boardCount: 'Tableros',
  status: 'Estado del servicio',
  earnedTitle: 'Lo que ganaron en realidad los miembros',
  nothingYet:
    'Aún no hay una hoja. Sellamos una cada día después de las 00:05 UTC, y la primera justo ' +
    'después del primer inicio.',
  together: (lost) =>
    `Entre todos, los miembros perdieron ${lost}. Es exactamente lo que la empresa se quedó de ` +
    'sus cuotas de ingreso y cargos.',
  moneyIs:
    'Las recompensas se pagan con las cuotas de ingreso de otros miembros y con nada más. El ' +
    'resultado de un miembro son todas sus recompensas menos todas sus cuotas de ingreso, ' +
    'comisiones de depósito, de retiro y de red, y redondeos desde que se unió. Cuenta toda ' +
    'persona que alguna vez pagó una cuota, también quien no recibió nada; la empresa no cuenta. ' +
    'Las correcciones del personal no son ganancias. Nada se promedia, anualiza ni proyecta.',
  registered: (count) => `Hay ${count} personas registradas; no todas pagaron.`,
  tooFew:
    'Mostramos montos cuando 20 personas hayan pagado por un lugar. Antes se vería lo que ganó ' +
    'una sola persona.',
  results: 'Miembros según su resultado',
  result: 'Resultado',
  members: 'Miembros',
  share: 'Parte',
  groups: [
    'Perdió más de $50',
    'Perdió de $20.01 a $50',
    'Perdió de $5.01 a $20',
    'Perdió de $1.01 a $5',
    'Perdió $1 o menos',
    'Ni ganó ni perdió un centavo',
    'Ganó $1 o menos',
    'Ganó de $1.01 a $5',
    'Ganó de $5.01 a $20',
    'Ganó de $20.01 a $100',
    'Ganó más de $100',
  ],
  amounts: 'Cuánto pagaron y recibieron',
  ofTen: ['1 de 10', '1 de 4', 'La mitad', '3 de 4', '9 de 10', '99 de 100'],
  atMost: 'Tuvo esto o menos',
  paid: 'Pagó en cuotas de ingreso',
  rewards: 'Recibió en recompensas',
  top: (one, ten) =>
    `El 1 % con más recompensas recibió ${one} del total; el 10 % con más, ${ten}.`,
  byPlan: 'Según el plan más alto que pagaron',
  plan: 'Plan',
  below: 'Recuperó menos',
  zero: 'No recibió nada',
  median: 'Resultado: la mitad tiene esto o menos',
  byMonth: 'Según el mes de la primera cuota',
  month: 'Mes',
  places: 'Qué pasó con las cuotas de ingreso',
  taken: 'Lugares',
  fees: 'Cuotas de ingreso',
  paidOut: 'Pagado a miembros',
  kept: 'Retenido',
  boardsComplete: 'Tableros completos',
  proof: 'Prueba',
  proofText: (day) =>
    `Estas cifras son del ${day}. El libro contable selló el hash de la hoja de ese día, así que ` +
    'nadie puede cambiarlas sin que se note.',
  sheetOf: 'La hoja',
  boardsTitle: 'Cómo les va en realidad a los tableros',
  boardsFirst: (complete, boards, share) =>
    `De ${boards} tableros, ${complete} (${share}) están completos.`,
  noBoards: 'Nadie ha tomado un lugar todavía.',
  ceiling:
    'Cada lugar ocupa dos posiciones como máximo y un tablero tiene seis. Por eso nunca puede ' +
    'estar completo más de uno de cada tres tableros a la vez. Para completar todos los abiertos ' +
    'hay que vender cerca del triple de lugares, y los dueños de los nuevos quedan entonces ' +
    'donde están los de hoy.',
  mostComplete: 'Completos como máximo',
  morePlaces: 'Lugares que faltan para el resto',
  levels: 'Tableros según sus posiciones ocupadas',
  positions: (count) => `${count} de 6`,
  curve: 'Tableros de cada 100 que están completos después de',
  days: (count) => `${count} días`,
  medianDays: 'La mitad se completó en',
  notHalf: 'Más de la mitad no está completa',
  notKnown: 'Aún no se sabe',
  curveNote:
    'Estimaciones de Kaplan–Meier con intervalos del 95 %, a partir de tableros de toda edad. ' +
    '«Aún no se sabe» significa que menos de 30 tableros tienen esa edad. La estimación supone ' +
    'que a los tableros nuevos les va como a los anteriores. Les va peor cuando el crecimiento ' +
    'se frena, por eso también mostramos los trimestres.',
  quarters: 'Según el trimestre en que se tomó el lugar',
  quarter: 'Trimestre',
  complete: 'Completos',
  check: 'Revísalo por tu cuenta',
  checkTitle: 'Revísalo por tu cuenta',
  checkFirst:
    'No tienes que confiar en estas páginas: los archivos de abajo muestran en tu propio ' +
    'dispositivo que nada fue alterado.',
  checkHere: 'Revisar archivos en este navegador',
  saveProgram: '1. Guarda el programa',
  saveProgramText:
    'Guarda uno de estos, una sola vez. La página funciona sin red; el programa, con Node 20 o ' +
    'posterior. Compara el hash con la copia de otra persona.',
  programHashes: 'Qué son los programas',
  file: 'Archivo',
  keep: '2. Guarda las claves',
  keepText:
    'Guárdalas el primer día. Las claves muestran después que seguimos firmando nosotros. Un ' +
    'punto de control contiene todo el pasado en cuatro líneas.',
  filesOf: (day) => `3. Guarda los archivos del ${day}`,
  filesText:
    'El sello muestra que el libro contable tiene la hoja, y la hoja tiene los hashes de las ' +
    'cifras.',
  ownProofs: 'Tus propias pruebas y recibos',
  runIt: '4. Revísalos juntos',
  runItText:
    'Suelta todos los archivos en la página guardada, o nómbralos al programa. Te dice qué ' +
    'archivo fue alterado y dónde.',
  command: 'El comando',
  growthText:
    'Para revisar que el registro no reescribió nada desde un punto de control anterior, agrega ' +
    'ese punto de control y /log/consistency/ con su tamaño, que es su segunda línea.',
  dayTitle: (day) => `Hoja del ${day}`,
  dayFirst: 'Esta es la hoja de un día, tal como la selló el libro contable.',
  sealed: 'Sellada',
  hash: 'SHA-256 de la hoja',
  noSheet: 'No hay una hoja de este día.',
  statusTitle: 'Estado del servicio',
  upNow: 'El servicio funciona.',
  downNow: 'El servicio no da señales de vida desde hace dos minutos.',
  uptime: (share, minutes) =>
    `En los últimos 30 días atendió solicitudes en el ${share} de ${minutes} minutos. Un minuto ` +
    'sin señales de vida cuenta como caído.',
  waits: 'Tiempos de espera, últimos 30 días',
  what: 'Qué',
  count: 'Cantidad',
  p50: 'La mitad en',
  p95: '95 de 100 en',
  withdrawals: 'Retiro: de la solicitud al pago final',
  deposits: 'Depósito: del bloque a la billetera',
  waiting: (count, oldest) =>
    `Hay ${count} retiros en espera; el más antiguo espera desde hace ${oldest}.`,
  noneWaiting: 'No hay retiros en espera.',
  chainLag: (length) => `El último bloque final que leímos tiene ${length}.`,
  incidentsNow: 'Incidentes en curso',
  incidentsBefore: 'Incidentes de los últimos 30 días',
  noIncidents: 'No se informó ninguno.',
  incidentStates: {
    investigating: 'En investigación',
    identified: 'Causa encontrada',
    monitoring: 'Resuelto y en observación',
    resolved: 'Terminado',
  },
  incidentImpacts: {
    notice: 'Para tu información',
    partial: 'Algo va lento o no funciona del todo',
    outage: 'Servicio caído',
  },
  newestSheet: (day) => `La última hoja sellada es del ${day}.`,
  failedProofs: (count) =>
    `En los últimos 30 días, los miembros reportaron ${count} pruebas que fallaron en su ` +
    'navegador.',
  noFailedProofs: 'Ningún miembro reportó una prueba fallida en los últimos 30 días.',
}

export const words: Readonly<Record<Language, Words>> = { en, es }
