/** Names of the fields that contain e-mail addresses and phone numbers, after the kind that they imply. */

type Fields = ReadonlyArray<readonly [kind: string | null, ...names: ReadonlyArray<string>]>

/** The fields of one way to reach somebody. */
export interface ContactFields {
  readonly lists: Fields
  readonly singles: Fields
}

export const EMAILS: ContactFields = {
  lists: [[null, "emails", "email_addresses"]],
  singles: [
    [null, "email"],
    ["work", "work_email", "business_email"],
    ["personal", "personal_email"],
    ["work", "professional_email"],
    [null, "email_address", "contact.email"]
  ]
}

export const PHONES: ContactFields = {
  lists: [
    [null, "phones", "phone_numbers", "telephones"],
    ["mobile", "mobile_phone_numbers", "mobile_phones"],
    ["direct", "direct_phone_numbers", "direct_phones"]
  ],
  singles: [
    ["mobile", "mobile", "mobile_phone", "mobile_number", "cell", "cellphone"],
    ["direct", "direct_dial", "direct_phone"],
    ["work", "work_phone", "office_phone"],
    ["landline", "landline"],
    [null, "phone", "phone_number", "telephone", "primary_phone", "contact.phone", "headquarters.phone"]
  ]
}

const namesOf = ({ lists, singles }: ContactFields): ReadonlyArray<string> =>
  [...lists, ...singles].flatMap(([, ...names]) => names)

/** Fields that contain e-mail addresses. */
export const emailFields: ReadonlyArray<string> = namesOf(EMAILS)

/** Fields that contain telephone numbers. */
export const phoneFields: ReadonlyArray<string> = namesOf(PHONES)
