// Checks what a caller can see and change. As with the real service, the response is the same 403 whether a resource is
// hidden or does not exist.

import { hasRole, type Property, propertyRole, type Role } from "../accounts/accounts.ts"
import { forbidden, invalid } from "../frame/errors.ts"
import type { Context } from "../frame/operation.ts"

/**
 * The property in the path, if the caller has this role or a higher one. Includes deleted properties until they expire.
 */
export const propertyFor = ({ params, principal, state }: Context, least: Role): Property => {
  const id = params["property"] ?? ""
  if (!/^\d+$/.test(id)) throw invalid(`Invalid resource name: properties/${id}. The property ID must be a number.`)
  const property = state.world.properties.get(id)
  if (property === undefined || !hasRole(propertyRole(principal, property), least)) throw forbidden()
  return property
}

/** The property in the path, for changes: they need the role of an editor, and refuse properties in the trash. */
export const propertyToChange = (context: Context): Property => {
  const property = propertyFor(context, "editor")
  if (property.deleteTime !== null) throw invalid("The property is in the trash and cannot be changed.")
  return property
}
