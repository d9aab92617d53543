/** Makes a company lookup from the employer in a person's record. Pure. */
import { companyIdentifiers } from "./identity/normal-form.ts"
import type { Employer } from "./schema/Person.ts"

/**
 * Returns all valid identifiers of an employer in normal form, because several together improve the match. A malformed
 * identifier is left out, because it would make the whole lookup fail. Returns `undefined` if none is valid.
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
