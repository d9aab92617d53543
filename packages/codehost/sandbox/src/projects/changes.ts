// Changes the values of project items.

import { emit, type WithDomainEvents } from "../domain-events/domain-events.ts"
import type { Field, Item, Project } from "./projects.ts"

/** Sets a value that `valueProblem` has accepted. Null clears the field. */
export const setValue = (
  world: WithDomainEvents,
  project: Project,
  item: Item,
  field: Field,
  value: unknown,
  at: string
): void => {
  const { id } = field
  const from = item.values.get(id)
  if (typeof value === "string" || typeof value === "number") item.values.set(id, value)
  else item.values.delete(id)
  item.updatedAt = at
  project.updatedAt = at
  const change = { field, from, to: item.values.get(id) }
  emit(world, "projects_v2_item", null, { action: "edited", project, item, change })
}
