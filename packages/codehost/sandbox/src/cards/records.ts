// Builds card records as the API of old enterprise servers returns them and as hooks send them.

import { accountById } from "../accounts/accounts.ts"
import type { Context } from "../frame/context.ts"
import { nodeId } from "../records/node-id.ts"
import { repositoryUrl } from "../records/repository.ts"
import { simpleUser } from "../records/user.ts"
import { repositoryById } from "../repositories/repositories.ts"
import type { Card } from "./cards.ts"

export const cardRecord = ({ urls, world }: Pick<Context, "urls" | "world">, card: Card) => ({
  url: `${urls.api}/projects/columns/cards/${card.id}`,
  project_url: `${urls.api}/projects/${card.projectId}`,
  column_url: `${urls.api}/projects/columns/${card.columnId}`,
  column_id: card.columnId,
  id: card.id,
  node_id: nodeId("PRC", card.id),
  note: card.note,
  archived: false,
  creator: simpleUser(urls, accountById(world, card.creatorId)),
  created_at: card.createdAt,
  updated_at: card.updatedAt,
  ...(card.issueNumber === null
    ? {}
    : {
        content_url: `${repositoryUrl(world, urls, repositoryById(world, card.repositoryId))}/issues/${card.issueNumber}`
      })
})
