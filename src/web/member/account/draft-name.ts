/** Under what the form's fields are kept, should the session end. */
export const DRAFT = 'profile'
