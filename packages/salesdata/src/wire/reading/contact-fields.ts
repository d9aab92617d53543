/** Names of the fields that contain e-mail addresses and phone numbers, in the order in which they are read. */
import { words } from "../../identity/words.ts"

/** The kind of a number in a field that implies none, such as `phone`. */
export const UNTYPED = "phone"

/**
 * A field that may have contact points, with the kind that its name implies, and the kind by which do-not-call marks name
 * its numbers.
 */
export type ContactField = readonly [name: string, kind: string | null, of: string | null]

/** Each name may also be a plural, and one of a phone end in `_number`. The lists of all kinds come first, in the provider's order. */
const fieldsOf = (
  ...groups: ReadonlyArray<readonly [kind: string | null, names: string]>
): ReadonlyArray<ContactField> => {
  const all = groups.flatMap(([kind, names]) =>
    words(names.replace(/\S*phone\b/g, "$& $&_number")).flatMap((name): ReadonlyArray<ContactField> => [
      [`${name}s`, kind, kind],
      [name, kind, kind ?? UNTYPED]
    ])
  )
  return all.toSorted(([, , one], [, , other]) => Number(one !== null) - Number(other !== null))
}

export const EMAILS = fieldsOf(
  [null, "email email_addresses email_address"],
  ["work", "work_email business_email professional_email"],
  ["personal", "personal_email"]
)

export const PHONES = fieldsOf(
  ["mobile", "mobile mobile_phone mobile_number mobile_direct_dial cell cellphone"],
  ["direct", "direct_dial direct_phone"],
  ["work", "work_phone office_phone"],
  ["landline", "landline"],
  [null, "phone primary_phone telephone"],
  ["work", "headquarters.phone"]
)

const namesOf = (fields: ReadonlyArray<ContactField>): ReadonlyArray<string> => fields.map(([name]) => name)

/** Fields that contain e-mail addresses. */
export const emailFields = namesOf(EMAILS)

/** Fields that contain telephone numbers. */
export const phoneFields = namesOf(PHONES)

/**
 * Folded names of objects of a record that contain further such fields, or of lists of contact points that each say of
 * which kind they are.
 */
export const CONTACT_BLOCK = /^(contact(s|info|points|methods)?|(contact)?details)$/

/** Folded names of kinds. Others are an id's, a date's, an assistant's or a company's. */
export const KIND =
  /^(mob(ile)?|cell|work|business|office|direct|dial|personal|private|home|landline|professional|primary|main|other|phone|number|e?mail|tele?|line)+s?\d*$/

/** What a number or an address contains, unlike its status or date. */
export const LIKE_POINT = /@|\d{3}\D*\d{3}/
