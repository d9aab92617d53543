// The repositories that exist at the start, with their history.

import { accountById, accountNamed } from "../accounts/accounts.ts"
import { commitTo } from "../git/commits.ts"
import type { World } from "../world.ts"
import { newRepository, type RepositoryStart } from "./new.ts"
import { addRepository, type Repository, repositoryById } from "./repositories.ts"
import { type SeedCommit, seedFiles } from "./seed-files.ts"

const idOf = (world: World, login: string): number => accountNamed(world, login).id

const signature = (world: World, login: string, date: string) => {
  const account = accountNamed(world, login)
  return { name: account.name ?? account.login, email: `${account.login}@codehost.example`, date }
}

const commitAll = (world: World, repository: Repository, commits: ReadonlyArray<SeedCommit>): void => {
  for (const [branch, login, date, message, files] of commits) {
    const { refs } = repository.git
    const tip = refs.get(`refs/heads/${repository.defaultBranch}`)
    if (!refs.has(`refs/heads/${branch}`) && tip !== undefined) refs.set(`refs/heads/${branch}`, tip)
    commitTo(repository.git, branch, { message, author: signature(world, login, date), files })
    if (date > repository.pushedAt) repository.pushedAt = date
  }
}

const starts = (world: World): ReadonlyArray<RepositoryStart> => {
  const acme = idOf(world, "acme")
  const mona = idOf(world, "mona")
  return [
    {
      id: 1296269,
      name: "widgets",
      ownerId: acme,
      description: "Widgets of every kind.",
      homepage: "https://widgets.example",
      language: "TypeScript",
      topics: ["widgets", "typescript"],
      license: "mit",
      hasDiscussions: true,
      createdAt: "2025-01-06T09:00:00Z",
      collaborators: new Map([
        [idOf(world, "hubot"), "push"],
        [idOf(world, "ada"), "maintain"],
        [idOf(world, "grace"), "triage"]
      ]),
      stars: new Map([
        [idOf(world, "ada"), "2025-02-01T10:00:00Z"],
        [idOf(world, "linus"), "2025-03-01T10:00:00Z"],
        [idOf(world, "edsger"), "2025-04-01T10:00:00Z"]
      ]),
      watchers: new Set([mona, idOf(world, "ada")]),
      protectedBranches: new Set(["main"])
    },
    {
      id: 1296270,
      name: "gadgets",
      ownerId: acme,
      private: true,
      description: "Not yet shown to anybody.",
      createdAt: "2025-05-12T09:00:00Z"
    },
    {
      id: 1296271,
      name: "dotfiles",
      ownerId: mona,
      description: "How mona likes it.",
      language: "Shell",
      createdAt: "2024-04-02T09:00:00Z"
    },
    { id: 1296272, name: "empty", ownerId: mona, description: "Nothing in it.", createdAt: "2026-02-02T09:00:00Z" },
    {
      id: 1296273,
      name: "stapler",
      ownerId: idOf(world, "initech"),
      private: true,
      description: "Hidden from mona.",
      createdAt: "2025-06-01T09:00:00Z"
    },
    {
      id: 1296274,
      name: "spanners",
      ownerId: idOf(world, "linus"),
      description: "Belongs to somebody else.",
      createdAt: "2025-07-01T09:00:00Z"
    },
    {
      id: 1296275,
      name: "old-widgets",
      ownerId: acme,
      description: "Kept for the record.",
      createdAt: "2023-01-01T09:00:00Z",
      archived: true
    },
    {
      id: 1296276,
      name: "widgets",
      ownerId: idOf(world, "hubot"),
      description: "Widgets of every kind.",
      parentId: 1296269,
      createdAt: "2026-01-15T09:00:00Z"
    }
  ]
}

/** Former names of repositories, with the repository's id. */
const formerNames: ReadonlyArray<readonly [name: string, id: number]> = [
  ["acme/gizmos", 1296269],
  ["grace/gadgets", 1296270]
]

export const seedRepositories = (world: World): void => {
  for (const start of starts(world)) {
    const repository = addRepository(world, newRepository(start))
    const owner = accountById(world, repository.ownerId).login
    commitAll(world, repository, seedFiles[`${owner}/${repository.name}`] ?? [])
  }
  for (const [name, id] of formerNames) world.repositories.byName.set(name, repositoryById(world, id))
}
