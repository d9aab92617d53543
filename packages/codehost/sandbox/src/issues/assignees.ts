// Finds the accounts that can be assigned: those with access to the repository.

import { type Account, accountById, findAccount } from "../accounts/accounts.ts"
import type { Place } from "./trackers.ts"

/** The owner, members of the organization and collaborators, sorted by id. */
export const assignable = ({ repository, world }: Place): ReadonlyArray<Account> => {
  const owner = accountById(world, repository.ownerId)
  const ids = new Set([
    ...(owner.type === "User" ? [owner.id] : []),
    ...owner.members.keys(),
    ...repository.collaborators.keys()
  ])
  return [...ids].toSorted((one, other) => one - other).map((id) => accountById(world, id))
}

/** Returns undefined if the account does not exist or cannot be assigned. */
export const findAssignable = (place: Place, login: string): Account | undefined => {
  const account = findAccount(place.world, login)
  return account !== undefined && assignable(place).includes(account) ? account : undefined
}
