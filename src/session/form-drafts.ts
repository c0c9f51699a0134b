/** What was entered in forms whose user is not signed in any more, by form: an Orma's event_hash, or that of a new one. For this page alone. */
export const keptForms = new Map<string, { userId: number | undefined; entered: unknown }>()
