// Users, organizations and repositories in GraphQL.

import { type Account, accountById, findAccount } from "../accounts/accounts.ts"
import { isPull } from "../issues/issues.ts"
import { placeAt } from "../issues/trackers.ts"
import { mayRead, projectsOf } from "../projects/projects.ts"
import { repositoryNodeId } from "../records/repository.ts"
import { accountNodeId, simpleUser } from "../records/user.ts"
import { findRepository, fullName, type Repository } from "../repositories/repositories.ts"
import { connection } from "./connection.ts"
import { discussionsField } from "./discussions.ts"
import { notFound } from "./errors.ts"
import { numberIn, type ObjectValue, type Resolver, textIn } from "./resolvers.ts"
import { checkOrganization, isVisible, require, type Scene } from "./scene.ts"

const projectFields = (scene: Scene, owner: Account): Readonly<Record<string, Resolver>> => {
  const visible = (field: string) => {
    require(scene, field, ["read:project"], "organization_projects", "read")
    const { world } = scene.context
    return projectsOf(world, owner).filter((project) => mayRead(world, project, scene.viewer))
  }
  return {
    projectV2: (args) => {
      const number = numberIn(args, "number")
      const project = visible("projectV2").find((one) => one.number === number)
      if (project === undefined) throw notFound(`Could not resolve to a ProjectV2 with the number ${number}.`)
      return scene.nodes.project(project)
    },
    projectsV2: (args) => {
      const query = textIn(args, "query").toLowerCase()
      const projects = visible("projectsV2").filter(({ title }) => title.toLowerCase().includes(query))
      return connection("ProjectV2", "projectsV2", args, projects, scene.nodes.project, ({ id }) => id)
    }
  }
}

export const accountNode = (scene: Scene, account: Account): ObjectValue => {
  const { avatar_url, html_url } = simpleUser(scene.context.urls, account)
  return {
    __typename: account.type === "Organization" ? "Organization" : "User",
    id: accountNodeId(account),
    databaseId: account.id,
    login: account.login,
    name: account.name,
    email: account.email ?? "",
    url: html_url,
    avatarUrl: avatar_url,
    ...projectFields(scene, account)
  }
}

/** Finds a user or an organization by login. A user is not found as an organization, nor an organization as a user. */
export const accountField =
  (scene: Scene, type: "User" | "Organization"): Resolver =>
  (args) => {
    const login = textIn(args, "login")
    const account = findAccount(scene.context.world, login)
    if (account !== undefined && (account.type === "Organization") === (type === "Organization")) {
      checkOrganization(scene, account)
      return accountNode(scene, account)
    }
    throw notFound(`Could not resolve to ${type === "User" ? "a" : "an"} ${type} with the login of '${login}'.`)
  }

export const repositoryNode = (scene: Scene, repository: Repository): ObjectValue => {
  const { urls, world } = scene.context
  const byNumber =
    (type: string, wantsPull: boolean): Resolver =>
    (args) => {
      const number = numberIn(args, "number")
      const issue = placeAt(world, repository).tracker.find(number)
      if (issue !== undefined && isPull(issue) === wantsPull) return scene.nodes.issue(repository, issue)
      throw notFound(`Could not resolve to ${type} with the number of ${number}.`)
    }
  return {
    __typename: "Repository",
    id: repositoryNodeId(repository),
    databaseId: repository.id,
    name: repository.name,
    nameWithOwner: fullName(world, repository),
    owner: () => accountNode(scene, accountById(world, repository.ownerId)),
    isPrivate: repository.private,
    description: repository.description,
    url: `${urls.html}/${fullName(world, repository)}`,
    issue: byNumber("an Issue", false),
    discussions: discussionsField(scene, repository),
    pullRequest: byNumber("a PullRequest", true)
  }
}

export const repositoryField =
  (scene: Scene): Resolver =>
  (args) => {
    const [owner, name] = [textIn(args, "owner"), textIn(args, "name")]
    const repository = findRepository(scene.context.world, owner, name)
    if (repository !== undefined && isVisible(scene, repository)) {
      checkOrganization(scene, accountById(scene.context.world, repository.ownerId))
      return repositoryNode(scene, repository)
    }
    throw notFound(`Could not resolve to a Repository with the name '${owner}/${name}'.`)
  }
