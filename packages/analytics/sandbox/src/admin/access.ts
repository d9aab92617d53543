// What a caller may see and change. What may not be seen is forbidden, as the real service has it, whether it is there
// or not.

import { hasRole, type Property, propertyRole, type Role } from "../accounts/data.ts"
import { forbidden, invalid } from "../frame/errors.ts"
import type { Context } from "../frame/operation.ts"

/** The property of the path, for a caller with this role or a higher one. Deleted ones are there until they run out. */
export const propertyFor = ({ params, principal, state }: Context, least: Role): Property => {
  const id = params["property"] ?? ""
  if (!/^\d+$/.test(id)) throw invalid(`Invalid resource name: properties/${id}. The property ID must be a number.`)
  const property = state.world.properties.get(id)
  if (property === undefined || !hasRole(propertyRole(principal, property), least)) throw forbidden()
  return property
}

/** Of a property that is not in the trash. */
export const openPropertyFor = (context: Context, least: Role): Property => {
  const property = propertyFor(context, least)
  if (property.deleteTime !== null) throw invalid("The property is in the trash and cannot be changed.")
  return property
}
