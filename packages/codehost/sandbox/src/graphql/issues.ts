// Issues and pull requests in GraphQL.

import { accountById } from "../accounts/accounts.ts"
import { type Issue, isPull, type PullIssue } from "../issues/issues.ts"
import { issueHtmlUrl, issueNodeId } from "../issues/records.ts"
import { placeAt } from "../issues/trackers.ts"
import type { Item, Project } from "../projects/projects.ts"
import type { Repository } from "../repositories/repositories.ts"
import { connection } from "./connection.ts"
import type { ObjectValue, Resolver } from "./resolvers.ts"
import { require, type Scene } from "./scene.ts"

interface PlacedItem {
  readonly project: Project
  readonly item: Item
}

const itemsAbout = ({ context }: Scene, repository: Repository, { number }: Issue): ReadonlyArray<PlacedItem> =>
  context.world.projects.flatMap((project) =>
    project.items
      .filter(
        ({ content }) =>
          content.kind !== "DraftIssue" && content.repositoryId === repository.id && content.number === number
      )
      .map((item) => ({ project, item }))
  )

const projectItems =
  (scene: Scene, repository: Repository, issue: Issue): Resolver =>
  (args) => {
    require(scene, "projectItems", ["read:project"], "organization_projects", "read")
    const items = itemsAbout(scene, repository, issue)
    const node = ({ item, project }: PlacedItem): ObjectValue => scene.nodes.item(project, item)
    return connection("ProjectV2Item", "projectItems", args, items, node, ({ item }) => item.id)
  }

const pullFields = ({ pull, state }: PullIssue): Readonly<Record<string, string | boolean>> => ({
  state: pull.mergedAt === null ? state.toUpperCase() : "MERGED",
  isDraft: pull.draft,
  merged: pull.mergedAt !== null,
  headRefName: pull.headRef,
  baseRefName: pull.baseRef
})

export const issueNode = (scene: Scene, repository: Repository, issue: Issue): ObjectValue => {
  const { urls, world } = scene.context
  const page = { ...placeAt(world, repository), urls }
  return {
    __typename: "Issue",
    state: issue.state.toUpperCase(),
    ...(isPull(issue) ? { ...pullFields(issue), __typename: "PullRequest" } : {}),
    id: issueNodeId(page, issue),
    databaseId: issue.pull?.id ?? issue.id,
    fullDatabaseId: String(issue.pull?.id ?? issue.id),
    number: issue.number,
    title: issue.title,
    body: issue.body ?? "",
    closed: issue.state === "closed",
    url: issueHtmlUrl(page, issue),
    author: () => scene.nodes.account(accountById(world, issue.authorId)),
    createdAt: issue.createdAt,
    updatedAt: issue.updatedAt,
    closedAt: issue.closedAt,
    repository: () => scene.nodes.repository(repository),
    projectItems: projectItems(scene, repository, issue)
  }
}
