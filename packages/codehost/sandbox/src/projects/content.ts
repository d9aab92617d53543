// Finds the content of a project item: an issue, a pull request, or a draft that exists only in the project.

import { type Account, accountById } from "../accounts/accounts.ts"
import type { Context } from "../frame/context.ts"
import { type Issue, isPull } from "../issues/issues.ts"
import { issueRecord } from "../issues/records.ts"
import { placeAt } from "../issues/trackers.ts"
import { simplePull } from "../pulls/records.ts"
import { nodeId } from "../records/node-id.ts"
import { simpleUser } from "../records/user.ts"
import { repositoryById } from "../repositories/repositories.ts"
import type { World } from "../world.ts"
import type { Content, Item } from "./projects.ts"

type NumberedContent = Exclude<Content, { readonly kind: "DraftIssue" }>

const placeOfContent = (world: World, { repositoryId }: NumberedContent) =>
  placeAt(world, repositoryById(world, repositoryId))

export const issueOfContent = (world: World, content: NumberedContent): Issue => {
  const issue = placeOfContent(world, content).tracker.find(content.number)
  if (issue === undefined) throw new Error(`an item is about number ${content.number}, which is not there`)
  return issue
}

export const contentTitle = (world: World, content: Content): string =>
  content.kind === "DraftIssue" ? content.title : issueOfContent(world, content).title

export const assigneesOf = (world: World, content: Content): ReadonlyArray<Account> =>
  content.kind === "DraftIssue" ? [] : issueOfContent(world, content).assigneeIds.map((id) => accountById(world, id))

export const contentRecord = ({ urls, viewer, world }: Context, { content, createdAt, creatorId, updatedAt }: Item) => {
  if (content.kind === "DraftIssue") {
    return {
      id: content.id,
      node_id: nodeId("DI", content.id),
      title: content.title,
      body: content.body,
      user: simpleUser(urls, accountById(world, creatorId)),
      created_at: createdAt,
      updated_at: updatedAt
    }
  }
  const page = { ...placeOfContent(world, content), urls }
  const issue = issueOfContent(world, content)
  return isPull(issue) ? simplePull({ ...page, viewer }, issue) : issueRecord(page, issue)
}
