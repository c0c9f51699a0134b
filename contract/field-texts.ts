import { texts } from './texts.ts'

/** What to say of a wrong field; any other field gets `texts.server.invalidField`. */
export const FIELD_TEXTS: Readonly<Record<string, string>> = {
  phone: texts.login.invalidPhone,
  code: texts.login.invalidCode,
  email: texts.login.invalidEmail,
  name: texts.profile.invalidName,
  newName: texts.profile.invalidName,
  content: texts.server.invalidComment,
  event_date: texts.server.invalidDate,
  seating_url: texts.create.invalidSeatingUrl,
  image: texts.upload.missingImage,
}
