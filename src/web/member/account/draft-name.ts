/** The name under which the form's fields are stored if the session ends. */
export const DRAFT = 'profile'
