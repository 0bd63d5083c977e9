import type { TextCode } from '../../contract/texts/texts.ts'
import type { ServerText } from './english.ts'

// The texts of `english.ts` in neutral Latin American Spanish, _tú_ throughout.

export const spanish: Readonly<Record<ServerText, string>> = {
  hello: 'Hola, {name}:',
  hello_visitor: 'Hola:',
  unknown_device: 'desconocido',
  time: 'Hora',
  security_footnote: 'Enviamos este correo cada vez que cambia la seguridad de tu cuenta.',
  money_footnote: 'Enviamos este correo cada vez que se mueve tu dinero.',
  news_footnote: 'Recibes este correo porque tienes activadas las novedades en tu cuenta.',
  unsubscribe: 'Cancelar la suscripción',
  contact_support: 'Escribir a soporte',
  sign_in: 'Iniciar sesión',
  hold: 'Para protegerte, retenemos los retiros nuevos durante {hours} horas.',
  security_notice: 'Aviso de seguridad: {what}',

  verify_subject: 'Verifica tu correo electrónico',
  verify_welcome:
    'Te damos la bienvenida a Twofold. Verifica tu correo electrónico para terminar tu ' +
    'registro. El enlace sirve durante 48 horas.',
  verify_not_you:
    'Si no elegiste este nombre de usuario, no uses el enlace: otra persona escribió tu dirección.',
  verify_button: 'Verificar el correo',
  verify_footnote:
    'Recibes este correo porque alguien usó esta dirección para registrarse en Twofold.',
  username: 'Usuario',

  known_subject: 'Ya tienes una cuenta',
  known_text:
    'Alguien, probablemente tú, intentó registrarse en Twofold con este correo electrónico. Ya ' +
    'tienes una cuenta, «{name}», así que no creamos otra.',
  known_forgot:
    '¿Olvidaste tu contraseña? Elige «¿Olvidaste tu contraseña?» en la página de inicio de ' +
    'sesión para crear una nueva.',
  known_footnote: 'Si no fuiste tú, no tienes que hacer nada.',

  invite_subject: 'Tu cuenta de Twofold está lista',
  invite_text:
    'Tu membresía ahora está en Twofold. Tu nombre de usuario es {name}. Crea una contraseña ' +
    'para iniciar sesión.',
  invite_how:
    'Escribe esta dirección de correo en la página y te enviaremos un enlace para crear tu ' +
    'contraseña.',
  invite_button: 'Crear una contraseña',
  invite_footnote: 'Recibes este correo porque la empresa a la que te uniste ahora usa Twofold.',

  reset_subject: 'Restablece tu contraseña',
  reset_text:
    'Ya puedes crear una contraseña nueva. El enlace sirve una sola vez, durante una hora.',
  reset_button: 'Crear una contraseña nueva',
  reset_footnote: 'Si no lo pediste, ignora este correo. Tu contraseña sigue siendo la misma.',

  new_address_subject: 'Confirma tu nuevo correo electrónico',
  new_address_text:
    'Confirma que este es tu nuevo correo electrónico. El enlace sirve durante 48 horas.',
  new_address_button: 'Confirmar el correo',
  new_address_footnote: 'Seguimos usando tu dirección actual hasta que confirmes esta.',

  password_changed: 'Se cambió tu contraseña',
  wallet_changed: 'Se cambió la dirección de tu billetera',
  email_asked: 'Se pidió cambiar tu correo electrónico',
  email_changed: 'Se cambió tu correo electrónico',
  totp_enabled: 'Se activó la verificación en dos pasos',
  totp_disabled: 'Se desactivó la verificación en dos pasos',
  passkey: 'Llave de acceso',
  passkey_added: 'Se agregó una llave de acceso a tu cuenta',
  passkey_removed: 'Se quitó una llave de acceso de tu cuenta',
  passkey_one:
    'Todavía puedes iniciar sesión con tu llave de acceso. Revísala en tu cuenta y quítala si ' +
    'no la reconoces.',
  passkey_other:
    'Todavía puedes iniciar sesión con tus {count} llaves de acceso. Revísalas en tu cuenta y ' +
    'quita las que no reconozcas.',
  copied_passkey: 'Rechazamos una llave de acceso',
  copied_passkey_text:
    'Alguien usó una llave de acceso de tu cuenta de una forma que indica que existe una ' +
    'copia. La rechazamos.',
  copied_passkey_advice: 'Quita esta llave de acceso en tu cuenta y agrega una nueva.',
  dispute:
    'Si no fuiste tú, usa el botón de abajo en las próximas 72 horas. Cierra la sesión en ' +
    'todos los dispositivos, cancela los cambios pendientes, retiene los retiros y te envía un ' +
    'enlace para crear una contraseña nueva.',
  dispute_button: 'No fui yo',
  now_on_file: 'Esta es ahora la dirección de tu cuenta',
  now_on_file_text: 'A partir de ahora te escribiremos a esta dirección.',
  changed_back: 'Se restauró tu correo electrónico anterior',
  changed_back_text:
    'La persona dueña de la dirección anterior nos avisó que no hizo el cambio a esta. La ' +
    'cuenta vuelve a usar la dirección anterior.',
  new_device: 'Nuevo inicio de sesión',
  new_device_text: 'Alguien inició sesión en tu cuenta desde un dispositivo nuevo: {device}.',
  wrong_code: 'Código de autenticación incorrecto',
  wrong_code_text:
    'Alguien con la sesión iniciada en tu cuenta escribió un código de autenticación incorrecto.',
  locked_code: 'Códigos de autenticación bloqueados',
  locked_code_one:
    'Alguien con la sesión iniciada en tu cuenta escribió diez códigos de autenticación ' +
    'incorrectos seguidos. No aceptamos códigos de tu aplicación durante una hora. Tus códigos ' +
    'de recuperación siguen sirviendo.',
  locked_code_other:
    'Alguien con la sesión iniciada en tu cuenta escribió diez códigos de autenticación ' +
    'incorrectos seguidos. No aceptamos códigos de tu aplicación durante {count} horas. Tus ' +
    'códigos de recuperación siguen sirviendo.',
  session_ended: 'Cerramos una sesión',
  session_ended_text:
    'Alguien volvió a usar un token de sesión antiguo de tu cuenta, lo que indica que lo ' +
    'robaron. Cerramos esa sesión. Su dispositivo: {device}.',
  session_ended_advice: 'Inicia sesión de nuevo para continuar.',
  recovery_code: 'Se usó un código de recuperación',
  recovery_code_text:
    'Alguien usó uno de tus códigos de recuperación en lugar de la aplicación de ' +
    'autenticación. Te quedan {count}.',
  suspended: 'Tu cuenta está suspendida',
  suspended_text:
    'Nuestro equipo suspendió tu cuenta. No puedes iniciar sesión ni retirar hasta que se reabra.',
  suspended_balance: 'Tu saldo sigue siendo tuyo. Escribe a nuestro soporte.',
  reinstated: 'Tu cuenta está abierta de nuevo',
  reinstated_text: 'Tu cuenta está abierta de nuevo. Inicia sesión como siempre.',

  answer_footnote: 'Recibes este correo porque nos escribiste con el formulario de contacto.',

  open_deposits: 'Abrir tus depósitos',
  open_withdrawals: 'Abrir tus retiros',
  open_profile: 'Ver tu perfil',
  open_activity: 'Abrir tu actividad',
  address: 'Dirección',
  transaction: 'Transacción',
  received: 'Recibido',
  amount: 'Monto',
  fee: 'Comisión',
  reason: 'Motivo: {reason}',
  credited_subject: 'Acreditamos tu depósito',
  credited_text: 'Ya tienes {amount} en tu billetera.',
  credited: 'Acreditado',
  deposit_fee: 'Comisión del depósito',
  waiting_subject: 'Un pago espera que lo aceptes',
  waiting_missed:
    'Recibimos {amount} en tu dirección. No es el monto que pediste, así que no lo acreditamos ' +
    'automáticamente.',
  waiting_no_request:
    'Recibimos {amount} en tu dirección. No corresponde a ninguna solicitud de depósito ' +
    'abierta, así que no lo acreditamos automáticamente.',
  waiting_none:
    'No se perdió nada. Acéptalo en tu cuenta o espera: lo acreditamos automáticamente después ' +
    'de 24 horas. En ambos casos usamos el tipo de cambio del momento en que llegó.',
  waiting_contract:
    'Un contrato inteligente envió estos TRX, por eso no se acreditan automáticamente. ' +
    'Acéptalos en tu cuenta.',
  waiting_usdt_price:
    'USDT no valía un dólar cuando llegó, por eso no se acredita automáticamente. Puedes ' +
    'aceptarlo en tu cuenta cuando USDT vuelva a valer un dólar.',
  waiting_late_rate:
    'No teníamos el tipo de cambio de TRX cuando llegó. Nuestro equipo lo revisará y lo ' +
    'acreditará; no tienes que hacer nada.',

  activated_subject: 'Tu perfil está activo',
  activated_text:
    'El perfil {profile} ya tiene un puesto. Tomamos la cuota de ingreso de {amount} de tu ' +
    'billetera.',
  adjusted_subject: 'Ajustamos tu billetera',
  adjusted_up: 'Nuestro equipo agregó {amount} a tu billetera. Motivo: {reason}',
  adjusted_down: 'Nuestro equipo descontó {amount} de tu billetera. Motivo: {reason}',

  network_fee: 'Comisión de la red',
  paid_out: 'A pagar',
  paid_out_in: '{amount} en {coin}',
  sent: 'Enviado',
  not_paid_subject: 'Todavía no pudimos pagar tu retiro',
  not_paid_text: 'El pago de {amount} falló en la cadena. Motivo: {reason}.',
  not_paid_held:
    'No se perdió nada: seguimos guardando el monto para ti y nuestro equipo lo revisará.',
  reason_unknown: 'desconocido',
  requested_subject: 'Retiro solicitado',
  requested_text: 'Solicitaste un retiro de {amount} en {coin} a {address}.',
  requested_held:
    'Tu configuración de seguridad cambió hace poco, así que no lo pagaremos antes del {until}.',
  requested_not_you: 'Si no fuiste tú, escribe de inmediato a nuestro soporte.',
  approved_subject: 'Aprobamos tu retiro',
  approved_text: 'Nuestro equipo aprobó tu retiro de {amount}. Lo pagaremos en breve.',
  sent_subject: 'Tu retiro está en camino',
  sent_text: '{amount} van en camino a {address}.',
  sent_next: 'Te escribiremos de nuevo cuando la red confirme el pago.',
  paid_subject: 'Pagamos tu retiro',
  paid_text: 'Enviamos {net} ({amount} menos la comisión) a {address}.',
  canceled_subject: 'Tu retiro se canceló',
  canceled_text: '{amount} están de vuelta en tu billetera.',
  rejected_subject: 'Rechazamos tu retiro',
  rejected_text:
    'Nuestro equipo rechazó tu retiro de {amount}. El monto completo está de vuelta en tu ' +
    'billetera.',

  referral_subject: '{referred} se unió con tu código de referido',
  referral_text:
    '{referred} se unió a Twofold con tu código de referido y verificó su correo electrónico.',
  referral_honest:
    'Un referido por sí solo no genera ganancias. Las recompensas salen de las cuotas de ' +
    'ingreso de quienes activan un perfil, y la mayoría de los miembros no completa una ' +
    'escalera.',
  referral_button: 'Ver tus referidos',
  board_subject: 'El tablero de {board} está completo',
  board_text: 'Las seis posiciones debajo de {board} están ocupadas.',
  board_upgrade: 'Creamos un perfil para ti en {plan}, el siguiente plan.',
  board_reentries: 'Creamos {count} perfiles {plan} nuevos para ti.',
  board_button: 'Ver el tablero',

  news_title: 'Novedades por correo',
  news_question:
    'Te escribimos cuando alguien se une con tu código de referido y cuando se completa uno de ' +
    'tus tableros. Si cancelas la suscripción, seguirás recibiendo los correos sobre tu dinero ' +
    'y la seguridad de tu cuenta.',
  news_off_title: 'Novedades desactivadas',
  news_off: 'Cancelaste la suscripción. Puedes volver a activar las novedades en tu cuenta.',

  statement: 'Estado de cuenta',
  statement_period: 'Del {from} al {to}, montos en dólares estadounidenses',
  statement_opening: 'Saldo inicial',
  statement_closing: 'Saldo final',
  csv_profile_id: 'perfil',
  csv_username: 'usuario',
  csv_plan: 'nombre_plan',
  csv_active: 'activo',
  csv_level: 'nivel',
  csv_side: 'lado',
  csv_team: 'equipo',
  csv_activated_at: 'activado_el',
  column_date: 'Fecha',
  column_journal: 'Asiento',
  column_description: 'Descripción',
  column_amount: 'Monto',
  column_balance: 'Saldo',
}

type Line = Extract<TextCode, `line_${string}`>

/** The lines of a statement. The web app has the same sentences in its catalog. */
export const spanishLines: Readonly<Record<Line, string>> = {
  line_fee: 'Cuota de ingreso de {profile}',
  line_level1: 'Recompensa de nivel 1: {name} activó {profile}',
  line_level2: 'Recompensa de nivel 2: {name} activó {profile}',
  line_sponsor_bonus: 'Bono de patrocinador: {name} activó {profile}',
  line_deposit: 'Depósito acreditado',
  line_hold: 'Retiro solicitado',
  line_release: 'Retiro devuelto',
  line_adjustment: 'Ajuste',
}
