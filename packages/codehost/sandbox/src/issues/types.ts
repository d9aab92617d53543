// Issue types: the defaults of organizations. Repositories of people have none.
// Source: https://docs.github.com/en/issues/tracking-your-work-with-issues/using-issues/managing-issue-types-in-an-organization

import { nodeId } from "../records/node-id.ts"

const types = [
  { id: 1001, name: "Task", description: "A specific piece of work", color: "yellow" },
  { id: 1002, name: "Bug", description: "An unexpected problem or behavior", color: "red" },
  { id: 1003, name: "Feature", description: "A request, idea, or new functionality", color: "blue" }
] as const

/** The type's name in its original case. */
export const typeNamed = (name: string): string | undefined =>
  types.find((type) => type.name.toLowerCase() === name.toLowerCase())?.name

export const typeRecord = (name: string | null) => {
  const type = types.find((one) => one.name === name)
  if (type === undefined) return null
  return {
    id: type.id,
    node_id: nodeId("IT", type.id),
    name: type.name,
    description: type.description,
    color: type.color,
    created_at: "2026-01-01T09:00:00Z",
    updated_at: "2026-01-01T09:00:00Z",
    is_enabled: true
  }
}
