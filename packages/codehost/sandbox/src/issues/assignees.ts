// Who can be assigned: those who have a place in the repository.

import { type Account, accountById, findAccount } from "../accounts/data.ts"
import type { Place } from "./trackers.ts"

/** The owner, members of the organization and collaborators, in the order of their ids. */
export const assignable = ({ repository, world }: Place): ReadonlyArray<Account> => {
  const owner = accountById(world, repository.ownerId)
  const ids = new Set([
    ...(owner.type === "User" ? [owner.id] : []),
    ...owner.members.keys(),
    ...repository.collaborators.keys()
  ])
  return [...ids].toSorted((one, other) => one - other).map((id) => accountById(world, id))
}

/** Undefined where there is no such person, or they cannot be assigned. */
export const findAssignable = (place: Place, login: string): Account | undefined => {
  const account = findAccount(place.world, login)
  return account !== undefined && assignable(place).includes(account) ? account : undefined
}
