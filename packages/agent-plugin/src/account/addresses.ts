/** Where an account's requests go, by the address fields of its kind. Pure: pages import it, too. */
import type { Field } from "./Field.ts"

type AddressField = Pick<Field, "name" | "type" | "default">

const originOf = ({ name, default: standard }: AddressField, settings: Readonly<Record<string, string>>) => {
  const address = settings[name]?.trim() || standard
  return address !== undefined && URL.canParse(address) ? new URL(address).origin : undefined
}

/**
 * Returns the names of the address fields that lead to another origin than before. Secrets that were entered for the
 * old origins must not be sent to the new ones. A field without a valid address leads nowhere.
 *
 * @param before the stored settings
 * @param after the settings that replace them
 */
export const movedAddresses = (
  fields: ReadonlyArray<AddressField>,
  before: Readonly<Record<string, string>>,
  after: Readonly<Record<string, string>>
): ReadonlyArray<string> =>
  fields
    .filter((field) => {
      const origin = field.type === "url" ? originOf(field, after) : undefined
      return origin !== undefined && origin !== originOf(field, before)
    })
    .map(({ name }) => name)
