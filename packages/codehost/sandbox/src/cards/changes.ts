// Adds and moves cards on classic project boards.

import { emit } from "../domain-events/domain-events.ts"
import type { Act } from "../issues/events.ts"
import { repositoryById } from "../repositories/repositories.ts"
import type { World } from "../world.ts"
import type { Card, Column } from "./cards.ts"

export type NewCard = Pick<Card, "note" | "issueNumber">

export const addCard = (
  world: World,
  { id, projectId, repositoryId }: Column,
  { actorId, at }: Act,
  newCard: NewCard
): Card => {
  const card: Card = {
    id: world.ids.next("card"),
    columnId: id,
    projectId,
    repositoryId,
    ...newCard,
    creatorId: actorId,
    createdAt: at,
    updatedAt: at
  }
  world.boards.cards.push(card)
  emit(world, "project_card", repositoryById(world, repositoryId), { action: "created", card })
  return card
}

export const moveCard = (world: World, card: Card, column: Column, { at }: Act): void => {
  const fromColumnId = card.columnId
  card.columnId = column.id
  card.updatedAt = at
  emit(world, "project_card", repositoryById(world, card.repositoryId), { action: "moved", card, fromColumnId })
}
