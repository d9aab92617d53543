/** The company that a person's record names, as the input of a lookup. Pure. */
import { companyIdentifiers } from "./identity/normal-form.ts"
import type { Employer } from "./schema/Person.ts"

/**
 * Every identifier of an employer that can be looked up, in normal form: together they find it best. One that is malformed is
 * left out, for it would refuse all of them; `undefined` where there is none.
 */
export const companyLookup = ({
  domain,
  abn,
  profileUrl
}: typeof Employer.Type): Readonly<Record<string, string>> | undefined => {
  const identifiers = { domain, profilenet_url: profileUrl, abn }
  const input = Object.entries(identifiers).flatMap(([field, text]) => {
    const normal = text === null ? undefined : companyIdentifiers[field as keyof typeof identifiers](text)
    return normal?.ok === true ? [[field, normal.value] as const] : []
  })
  return input.length === 0 ? undefined : Object.fromEntries(input)
}
