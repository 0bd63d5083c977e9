// What the server says in whole sentences beside its refusals, in Spanish. English is the key:
// `{0}`, `{1}` … stand for what the server fills in. A test reads the server's sources and fails
// when one of its sentences for members has no line here, or a line no sentence.

/** What is said of a single field of what was sent. */
const ofFields: Record<string, string> = {
  'This field is required.': 'Este campo es obligatorio.',
  'This field holds characters that are not allowed.': 'Este campo contiene caracteres no válidos.',
  'This value is not valid.': 'Este valor no es válido.',
  'Use at least {0} characters.': 'Usa al menos {0} caracteres.',
  'Use at most {0} characters.': 'Usa {0} caracteres como máximo.',
  'Give at least {0}.': 'Indica al menos {0}.',
  'Give at most {0}.': 'Indica {0} como máximo.',
  'Give exactly {0}.': 'Indica exactamente {0}.',
  'Give a list.': 'Indica una lista.',
  'Enter text.': 'Escribe un texto.',
  'Enter a number.': 'Escribe un número.',
  'Enter one number.': 'Escribe un solo número.',
  'Enter a whole number.': 'Escribe un número entero.',
  'Enter a whole number from 1.': 'Escribe un número entero a partir de 1.',
  'Enter at least {0}.': 'Escribe {0} como mínimo.',
  'Enter at most {0}.': 'Escribe {0} como máximo.',
  'Enter true or false.': 'Indica verdadero o falso.',
  'Choose one of these: {0}.': 'Elige uno de estos: {0}.',
  'Choose TRX or USDT.': 'Elige TRX o USDT.',
  'Choose trx or usdt.': 'Elige trx o usdt.',
  'Choose day, week or month.': 'Elige día, semana o mes.',
  'Choose left or right.': 'Elige izquierda o derecha.',
  'Choose json, csv or html.': 'Elige json, csv o html.',
  'Choose one of the types of activity.': 'Elige uno de los tipos de actividad.',
  'Enter a date such as 2026-01-31.': 'Escribe una fecha como 2026-01-31.',
  'The period ends too early.': 'El periodo termina demasiado pronto.',
  'A period has at most {0} steps. Choose a shorter one.':
    'Un periodo tiene {0} pasos como máximo. Elige uno más corto.',
  'This period has more than 10,000 entries. Choose a shorter one.':
    'Este periodo tiene más de 10,000 asientos. Elige uno más corto.',
  'Enter a valid email address.': 'Escribe un correo electrónico válido.',
  'Enter a phone number, such as +1 555 010 0199.':
    'Escribe un número de teléfono, como +1 555 010 0199.',
  'This username looks like one of ours. Choose another one.':
    'Este nombre de usuario parece nuestro. Elige otro.',
  'Choose a username that does not look like a web address.':
    'Elige un nombre de usuario que no parezca una dirección web.',
  'Use letters, digits, dots, underscores and hyphens only.':
    'Usa solo letras, cifras, puntos, guiones bajos y guiones.',
  'This username is already taken.': 'Este nombre de usuario ya está en uso.',
  'This referral code does not exist.': 'Este código de referido no existe.',
  'Please accept the terms in force.': 'Acepta las condiciones vigentes.',
  'Please accept the privacy notice in force.': 'Acepta el aviso de privacidad vigente.',
  "Passwords don't match": 'Las contraseñas no coinciden',
  'New passwords do not match': 'Las contraseñas nuevas no coinciden',
  'The password is not correct.': 'La contraseña no es correcta.',
  'The current password is not correct.': 'La contraseña actual no es correcta.',
  'This password is too common. Choose another one.':
    'Esta contraseña es demasiado común. Elige otra.',
  'This password is too close to a name. Choose another one.':
    'Esta contraseña se parece demasiado a un nombre. Elige otra.',
  'Enter the code from your authenticator app.':
    'Escribe el código de tu aplicación de autenticación.',
  'The code is not valid.': 'El código no es válido.',
}

/** What is said of an address of the network. */
const ofAddresses: Record<string, string> = {
  'Enter a TRON address.': 'Escribe una dirección de TRON.',
  'The address has spaces or invisible characters around it.':
    'La dirección tiene espacios o caracteres invisibles alrededor.',
  'The address has a character that TRON addresses never have.':
    'La dirección tiene un carácter que las de TRON nunca tienen.',
  'A TRON address has 34 characters.': 'Una dirección de TRON tiene 34 caracteres.',
  'The address has a typing error: its checksum does not match.':
    'La dirección tiene un error de escritura: su suma de control no coincide.',
  'This is the hexadecimal form. Enter the form that starts with T.':
    'Esta es la forma hexadecimal. Escribe la que empieza por T.',
  'This is an Ethereum-style address. Enter the TRON address that starts with T.':
    'Esta dirección es como las de Ethereum. Escribe la de TRON, que empieza por T.',
  'This address belongs to another network, not to TRON.':
    'Esta dirección es de otra red, no de TRON.',
  'This address belongs to Twofold. Enter the address of your own wallet.':
    'Esta dirección es de Twofold. Escribe la de tu propia billetera.',
  'This address is nobody’s: what is paid to it is lost.':
    'Esta dirección no es de nadie: lo que se le paga se pierde.',
}

/** What is said of money that comes in or goes out. */
const ofMoney: Record<string, string> = {
  'Please enter a valid amount': 'Escribe un importe válido',
  'Minimum deposit amount is $2': 'El depósito mínimo es de $2',
  'The fee is ${0}, and not ${1}.': 'La comisión es de ${0}, y no de ${1}.',
  'The amount to pay is {0} {1}, and not {2} {1}.': 'Se deben pagar {0} {1}, y no {2} {1}.',
  'Not found': 'No encontrado',
  'Enter a transaction hash of 64 hexadecimal digits.':
    'Escribe un hash de transacción de 64 cifras hexadecimales.',
  'This transaction has not been found on the TRON network yet.':
    'Esta transacción aún no se ha encontrado en la red TRON.',
  'Deposit verified: ${0} has been added to your wallet.':
    'Depósito verificado: se han añadido ${0} a tu billetera.',
  ['The network is confirming this transaction: {0} of {1} blocks. ' +
  'It will be credited by itself.']:
    'La red está confirmando esta transacción: {0} de {1} bloques. Se acreditará sola.',
  'This transaction failed on the TRON network ({0}): nothing was paid.':
    'Esta transacción falló en la red TRON ({0}): no se pagó nada.',
  'This transaction moves another token, which is not credited.':
    'Esta transacción mueve otro token, que no se acredita.',
  'What was received is worth ${0}.': 'Lo recibido vale ${0}.',
  'What was received is worth ${0} at ${1} for 1 TRX.': 'Lo recibido vale ${0}, a ${1} por TRX.',
  'It is worth less than ${0}: the least fee leaves nothing to credit.':
    'Vale menos de ${0}: la comisión mínima no deja nada que acreditar.',
  'A smart contract sent this TRX. Accept it yourself: it isn’t credited automatically.':
    'Un contrato envió este TRX. Acéptalo tú: no se acredita automáticamente.',
  'USDT wasn’t worth one dollar when this arrived. You can accept it once it is again.':
    'USDT no valía un dólar cuando esto llegó. Podrás aceptarlo cuando vuelva a valerlo.',
  'We had no TRX rate when this arrived. Our team will check it and credit it.':
    'No teníamos un cambio de TRX cuando esto llegó. Nuestro equipo lo revisará y lo acreditará.',
  'No deposit request was open when this arrived.':
    'No había ninguna solicitud de depósito abierta cuando llegó.',
  'The amount differs from what request {0} asked for.':
    'El importe difiere del que pedía la solicitud {0}.',
  'Insufficient balance. Maximum withdrawal is ${0}':
    'Saldo insuficiente. El retiro máximo es ${0}',
  'Withdrawals are paid in TRX only.': 'Los retiros se pagan solo en TRX.',
  'Withdrawals cannot be paid in USDT at the moment. Please choose TRX.':
    'Ahora no se pueden pagar retiros en USDT. Elige TRX.',
  'Please set a valid TRX wallet address in your profile':
    'Indica una dirección TRX válida en tu perfil',
  'Your wallet address is one of our own. Please set a wallet of yours in your profile.':
    'La dirección de tu billetera es una de las nuestras. Indica una tuya en tu perfil.',
}

/** What is said when something has been done. */
const ofSuccess: Record<string, string> = {
  'Logged Out': 'Sesión cerrada',
  'Profile Activated': 'Perfil activado',
  'Registration successful. Please check your email to verify your address.':
    'Registro completado. Mira tu correo para verificar tu dirección.',
  'Your email address is verified. You can sign in now.':
    'Tu correo está verificado. Ya puedes iniciar sesión.',
  "If an account with this email is waiting for verification, we've sent a new link.":
    'Si una cuenta con este correo espera verificación, hemos enviado un enlace nuevo.',
  "If an account exists with this email, we've sent password recovery instructions.":
    'Si existe una cuenta con este correo, hemos enviado instrucciones para recuperarla.',
  'Your email address was changed. You can sign in now.':
    'Tu dirección de correo se ha cambiado. Ya puedes iniciar sesión.',
  'Confirm that this is your new email address.':
    'Confirma que esta es tu nueva dirección de correo.',
  'Your account is secured. We emailed you a link to set a new password.':
    'Tu cuenta está protegida. Te enviamos un enlace para crear una contraseña nueva.',
  'Your password was changed. You can sign in now.':
    'Tu contraseña se ha cambiado. Ya puedes iniciar sesión.',
  'Thank you. We have received your message and will answer by email.':
    'Gracias. Hemos recibido tu mensaje y responderemos por correo.',
  'This username is available.': 'Este nombre de usuario está libre.',
  'This email address can be used.': 'Este correo se puede usar.',
  'Two-step confirmation is set up.': 'La confirmación en dos pasos está configurada.',
  'Two-step confirmation is removed.': 'La confirmación en dos pasos se ha quitado.',
  'The session was ended.': 'La sesión se ha cerrado.',
  'All other sessions were ended.': 'Todas las demás sesiones se han cerrado.',
}

/** The rows of the activity, and of the statement, which tells of the same events. */
const ofEvents: Record<string, string> = {
  'Joined Twofold': 'Ingreso en Twofold',
  'Your account was created.': 'Se creó tu cuenta.',
  'Referral joined': 'Nuevo referido',
  '{0} joined with your referral code.': '{0} ingresó con tu código de referido.',
  'Payment received': 'Pago recibido',
  'A payment reached your address and waits to be accepted.':
    'Un pago llegó a tu dirección y espera que lo aceptes.',
  'Deposit credited': 'Depósito acreditado',
  'Your deposit is in your wallet.': 'Tu depósito está en tu billetera.',
  'Profile activated': 'Perfil activado',
  '{0} has taken its seat.': '{0} ha tomado su puesto.',
  'Level 1 reward': 'Recompensa de nivel 1',
  'Level 2 reward': 'Recompensa de nivel 2',
  'Sponsor bonus': 'Bono de patrocinador',
  '{0} activated a profile directly beneath yours.': '{0} activó un perfil justo debajo del tuyo.',
  '{0} activated a profile two levels beneath yours.':
    '{0} activó un perfil dos niveles debajo del tuyo.',
  '{0}, whom you referred, activated a profile.': '{0}, a quien referiste, activó un perfil.',
  'Board completed': 'Tablero completado',
  'All six positions beneath {0} are filled.': 'Las seis posiciones debajo de {0} están ocupadas.',
  'Upgraded to {0}': 'Mejora a {0}',
  'Re-entered at Bronze': 'Reingreso en Bronze',
  'Your new profile is {0}.': 'Tu nuevo perfil es {0}.',
  'Withdrawal requested': 'Retiro solicitado',
  'It is processed within 1-2 business days.': 'Se procesa en 1-2 días hábiles.',
  'Withdrawal sent': 'Retiro enviado',
  'The payout is on its way to your wallet address.':
    'El pago va camino de la dirección de tu billetera.',
  'Withdrawal rejected': 'Retiro rechazado',
  'Reason: {0}': 'Motivo: {0}',
  'The whole amount is back in your wallet.': 'Todo el importe está de vuelta en tu billetera.',
  'Withdrawal returned': 'Retiro devuelto',
  Adjustment: 'Ajuste',
  'Joining fee of {0}': 'Cuota de ingreso de {0}',
  'Level 1 reward: {0} activated {1}': 'Recompensa de nivel 1: {0} activó {1}',
  'Level 2 reward: {0} activated {1}': 'Recompensa de nivel 2: {0} activó {1}',
  'Sponsor bonus: {0} activated {1}': 'Bono de patrocinador: {0} activó {1}',
  Security: 'Seguridad',
  'Your email address was changed.': 'Tu correo se ha cambiado.',
  'Your password was changed.': 'Tu contraseña se ha cambiado.',
  'Your password was reset.': 'Tu contraseña se ha restablecido.',
  'Your wallet address was changed.': 'La dirección de tu billetera se ha cambiado.',
  'Somebody signed in from a new device.': 'Alguien inició sesión desde un dispositivo nuevo.',
  'A session was ended because it seemed to have been copied.':
    'Se cerró una sesión porque parecía copiada.',
  'A recovery code was used.': 'Se usó un código de recuperación.',
  'Two-step confirmation was set up.': 'Se configuró la confirmación en dos pasos.',
  'Two-step confirmation was removed.': 'Se quitó la confirmación en dos pasos.',
  'Someone entered a wrong authenticator code.':
    'Alguien escribió un código de autenticación incorrecto.',
  'Ten wrong codes locked two-step confirmation for a while.':
    'Diez códigos incorrectos bloquearon la confirmación en dos pasos por un tiempo.',
  'You reported that something wasn’t you. We secured your account.':
    'Avisaste de que algo no lo hiciste tú. Protegimos tu cuenta.',
  'Our staff looked at your account, to help you.':
    'Nuestro personal miró tu cuenta, para ayudarte.',
  'The security of your account changed.': 'La seguridad de tu cuenta ha cambiado.',
}

/** Why a reward was paid or not. */
const ofRewards: Record<string, string> = {
  'Paid from the {0} joining fee of {1}, catalogue {2}.':
    'Pagado de la cuota de ingreso {0} de {1}, catálogo {2}.',
  'The profile is not active yet: nothing has been paid in for it.':
    'El perfil aún no está activo: no se ha pagado nada por él.',
  'Its seat does not stand beneath one of your {0} seats.':
    'Su puesto no está debajo de ninguno de los tuyos en {0}.',
  'This reward goes to the seat it stands directly beneath; yours is {0} levels above.':
    'Esta recompensa es del puesto que está justo encima; el tuyo está {0} niveles más arriba.',
  'This reward goes to the seat it stands two levels beneath; yours is directly above.':
    'Esta recompensa es del puesto que está dos niveles más arriba; el tuyo está justo encima.',
  'This reward goes to the seat it stands two levels beneath; yours is {0} levels above.':
    'Esta recompensa es del puesto que está dos niveles encima; el tuyo está {0} más arriba.',
  'The {0} plan, catalogue {1}, does not pay this reward.':
    'El plan {0}, catálogo {1}, no paga esta recompensa.',
  'This reward goes to the sponsor of {0}, which is not you.':
    'Esta recompensa es de quien patrocina a {0}, que no eres tú.',
}

export const sentences: Readonly<Record<string, string>> = {
  ...ofFields,
  ...ofAddresses,
  ...ofMoney,
  ...ofSuccess,
  ...ofEvents,
  ...ofRewards,
}
