// Finds the record that a global id stands for, if the caller may see it.

import { accountById } from "../accounts/accounts.ts"
import type { PullIssue } from "../issues/issues.ts"
import { isPull, type Issue } from "../issues/issues.ts"
import { trackerOf } from "../issues/trackers.ts"
import { type Field, fieldNodeId, type Item, itemNodeId, mayRead, type Project } from "../projects/projects.ts"
import { nodeId, readNodeId } from "../records/node-id.ts"
import type { Repository } from "../repositories/repositories.ts"
import { notFound } from "./errors.ts"
import { fieldNode } from "./projects.ts"
import type { ObjectValue } from "./resolvers.ts"
import { checkOrganization, isVisible, type Scene } from "./scene.ts"

const unresolvedId = (id: string) => notFound(`Could not resolve to a node with the global id of '${id}'`)

const projects = ({ context, viewer }: Scene): ReadonlyArray<Project> =>
  context.world.projects.filter((project) => mayRead(context.world, project, viewer))

export const projectTarget = (scene: Scene, id: string): Project => {
  const project = projects(scene).find((one) => nodeId("PVT", one.id) === id)
  if (project === undefined) throw unresolvedId(id)
  checkOrganization(scene, accountById(scene.context.world, project.ownerId))
  return project
}

export const itemTarget = (project: Project, id: string): Item => {
  const item = project.items.find((one) => itemNodeId(project, one) === id)
  if (item === undefined) throw unresolvedId(id)
  return item
}

export const fieldTarget = (project: Project, id: string): Field => {
  const field = project.fields.find((one) => fieldNodeId(project, one) === id)
  if (field === undefined) throw unresolvedId(id)
  return field
}

export interface IssueTarget<A extends Issue = Issue> {
  readonly repository: Repository
  readonly issue: A
}

/** An issue or a pull request. */
export const issueTarget = (scene: Scene, id: string): IssueTarget => {
  const { world } = scene.context
  const reference = readNodeId(id)
  const repository = world.repositories.byId.get(reference?.repositoryId ?? 0)
  if (reference === undefined || repository === undefined || !isVisible(scene, repository)) throw unresolvedId(id)
  const issue = trackerOf(world, repository).issues.find((one) =>
    reference.prefix === "PR" ? one.pull?.id === reference.id : one.id === reference.id && !isPull(one)
  )
  if (issue === undefined) throw unresolvedId(id)
  return { repository, issue }
}

export const pullTarget = (scene: Scene, id: string): IssueTarget<PullIssue> => {
  const { issue, repository } = issueTarget(scene, id)
  if (!isPull(issue)) throw notFound(`Could not resolve to PullRequest node with the global id of '${id}'.`)
  return { repository, issue }
}

const accountTarget = (scene: Scene, id: string): ObjectValue => {
  const account = scene.context.world.accounts.byId.get(readNodeId(id)?.id ?? 0)
  if (account === undefined) throw unresolvedId(id)
  return scene.nodes.account(account)
}

const repositoryTarget = (scene: Scene, id: string): ObjectValue => {
  const repository = scene.context.world.repositories.byId.get(readNodeId(id)?.id ?? 0)
  if (repository === undefined || !isVisible(scene, repository)) throw unresolvedId(id)
  return scene.nodes.repository(repository)
}

const issueLike = (scene: Scene, id: string): ObjectValue => {
  const { issue, repository } = issueTarget(scene, id)
  return scene.nodes.issue(repository, issue)
}

const projectWith = <A>(scene: Scene, id: string, find: (project: Project) => A | undefined) => {
  for (const project of projects(scene)) {
    const target = find(project)
    if (target !== undefined) return { project, found: target }
  }
  throw unresolvedId(id)
}

const fieldLike = (scene: Scene, id: string): ObjectValue => {
  const { found: target, project } = projectWith(scene, id, (one) =>
    one.fields.find((field) => fieldNodeId(one, field) === id)
  )
  return fieldNode(scene, project, target)
}

const itemLike = (scene: Scene, id: string): ObjectValue => {
  const { found: target, project } = projectWith(scene, id, (one) =>
    one.items.find((item) => itemNodeId(one, item) === id)
  )
  return scene.nodes.item(project, target)
}

const kinds: Readonly<Record<string, (scene: Scene, id: string) => ObjectValue>> = {
  U: accountTarget,
  O: accountTarget,
  R: repositoryTarget,
  I: issueLike,
  PR: issueLike,
  PVT: (scene, id) => scene.nodes.project(projectTarget(scene, id)),
  PVTF: fieldLike,
  PVTSSF: fieldLike,
  PVTI: itemLike
}

/** Any object with this id. */
export const nodeTarget = (scene: Scene, id: string): ObjectValue => {
  const find = kinds[readNodeId(id)?.prefix ?? ""]
  if (find === undefined) throw unresolvedId(id)
  return find(scene, id)
}
