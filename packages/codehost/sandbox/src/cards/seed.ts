// Seeds a classic board of acme/widgets with three columns and a card in the first.

import { findAccount } from "../accounts/accounts.ts"
import { repositoryNamed } from "../repositories/repositories.ts"
import type { World } from "../world.ts"
import { addCard } from "./changes.ts"

export const seedBoards = (world: World): void => {
  const repositoryId = repositoryNamed(world, "acme/widgets").id
  const names = ["To do", "In progress", "Done"]
  const columns = names.map((name, index) => ({ id: 367 + index, projectId: 120, repositoryId, name }))
  world.boards.columns.push(...columns)
  const act = { actorId: findAccount(world, "ada")?.id ?? 0, at: "2023-05-02T09:00:00Z" }
  const [first] = columns
  if (first !== undefined) addCard(world, first, act, { note: "Sort the drawers", issueNumber: null })
}
