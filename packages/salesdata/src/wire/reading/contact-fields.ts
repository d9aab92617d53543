/** Names of the fields that contain e-mail addresses and phone numbers, after the kind that they imply. */

/** One way to reach somebody. Each name may also be a plural. */
export type ContactFields = ReadonlyArray<readonly [kind: string | null, ...names: ReadonlyArray<string>]>

export const EMAILS: ContactFields = [
  [null, "email", "email_address"],
  ["work", "work_email", "business_email", "professional_email"],
  ["personal", "personal_email"]
]

/** A phone may also be a phone number. */
const phones = (...names: ReadonlyArray<string>): ReadonlyArray<string> =>
  names.flatMap((name) => [name, `${name}_number`])

export const PHONES: ContactFields = [
  ["mobile", "mobile", ...phones("mobile_phone"), "mobile_number", "mobile_direct_dial", "cell", "cellphone"],
  ["direct", "direct_dial", ...phones("direct_phone")],
  ["work", ...phones("work_phone", "office_phone")],
  ["landline", "landline"],
  [null, ...phones("phone", "primary_phone"), "telephone", "headquarters.phone"]
]

export const pluralOf = (name: string): string => name + (name.endsWith("s") ? "es" : "s")

const namesOf = (fields: ContactFields): ReadonlyArray<string> =>
  fields.flatMap(([, ...names]) => names.flatMap((name) => [name, pluralOf(name)]))

/** Fields that contain e-mail addresses. */
export const emailFields: ReadonlyArray<string> = namesOf(EMAILS)

/** Fields that contain telephone numbers. */
export const phoneFields: ReadonlyArray<string> = namesOf(PHONES)

/** Folded names of objects of a record that contain further such fields. */
export const CONTACT_BLOCKS = ["contact", "details", "contactinfo"]
