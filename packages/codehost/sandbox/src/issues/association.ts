// The relation of an author to the repository.
// Source: https://docs.github.com/en/graphql/reference/enums#commentauthorassociation

import { accountById } from "../accounts/accounts.ts"
import type { Place } from "./trackers.ts"

export type Association = "OWNER" | "MEMBER" | "COLLABORATOR" | "CONTRIBUTOR" | "NONE"

export const associationOf = ({ repository, tracker, world }: Place, personId: number): Association => {
  if (repository.ownerId === personId) return "OWNER"
  if (accountById(world, repository.ownerId).members.has(personId)) return "MEMBER"
  if (repository.collaborators.has(personId)) return "COLLABORATOR"
  return tracker.contributors.has(personId) ? "CONTRIBUTOR" : "NONE"
}
