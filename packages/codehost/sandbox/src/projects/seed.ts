// The seeded projects: number 1 of the organization acme and number 2 of mona, each with a Status field.

import { accountNamed } from "../accounts/accounts.ts"
import { trackerOf } from "../issues/trackers.ts"
import { repositoryNamed } from "../repositories/repositories.ts"
import type { World } from "../world.ts"
import type { Content, Field, Item, Option, Project } from "./projects.ts"

const option = (id: string, name: string, color: string, description: string): Option => ({
  id,
  name,
  color,
  description
})

const statusOptions = [
  option("f75ad846", "Todo", "GREEN", "This item hasn't been started"),
  option("47fc9ee4", "In Progress", "YELLOW", "This is actively being worked on"),
  option("98236657", "Done", "PURPLE", "This has been completed")
]

const priorities = [option("0a1b2c3d", "High", "RED", ""), option("4e5f6a7b", "Low", "GRAY", "")]

const fieldsFrom = (first: number): ReadonlyArray<Field> =>
  (
    [
      ["Title", "title", []],
      ["Assignees", "assignees", []],
      ["Status", "single_select", statusOptions],
      ["Repository", "repository", []],
      ["Priority", "single_select", priorities],
      ["Estimate", "number", []],
      ["Due", "date", []],
      ["Notes", "text", []]
    ] as const
  ).map(([name, kind, options], index) => ({ id: first + index, name, kind, options }))

const seededAt = "2026-01-15T09:00:00Z"

const itemsFrom = (
  first: number,
  creatorId: number,
  fields: ReadonlyArray<Field>,
  contents: ReadonlyArray<Content>
): ReadonlyArray<Item> => {
  const status = fields.find(({ name }) => name === "Status")
  return contents.map((content, index) => {
    const choice = statusOptions[index % 4]
    // Every fourth item has no status.
    const values = new Map(status === undefined || choice === undefined ? [] : [[status.id, choice.id]])
    return { id: first + index, content, creatorId, createdAt: seededAt, updatedAt: seededAt, values }
  })
}

const ids = { acme: 41, mona: 42 }
const firstItemOf = (id: number): number => id * 10_000

/** Id of the first item of each project. */
export const firstItemIds = { acme: firstItemOf(ids.acme), mona: firstItemOf(ids.mona) }

export const seedProjects = (world: World): void => {
  const accountId = (login: string): number => accountNamed(world, login).id
  const creatorId = accountId("mona")
  const widgets = repositoryNamed(world, "acme/widgets")
  const inWidgets = (kind: "Issue" | "PullRequest", numbers: ReadonlyArray<number>): ReadonlyArray<Content> =>
    numbers.map((number) => ({ kind, repositoryId: widgets.id, number }))
  const add = (
    id: number,
    properties: Pick<Project, "number" | "ownerId" | "title" | "description" | "isPublic">,
    contents: ReadonlyArray<Content>
  ): void => {
    const fields = fieldsFrom(id * 1000)
    const items = itemsFrom(firstItemOf(id), creatorId, fields, contents)
    world.projects.push({ id, creatorId, ...properties, fields, items, createdAt: seededAt, updatedAt: seededAt })
  }
  const all = trackerOf(world, widgets).issues
  const issues = all.filter(({ pull }) => pull === undefined).map(({ number }) => number)
  const pulls = all.filter(({ pull }) => pull !== undefined).map(({ number }) => number)
  const draft: Content = { kind: "DraftIssue", id: 880_001, title: "Think about packaging", body: "Boxes or bags?" }
  const [acme, mona] = [accountId("acme"), creatorId]
  add(
    ids.acme,
    { number: 1, ownerId: acme, title: "Widget roadmap", description: "What is next for widgets", isPublic: true },
    [...inWidgets("Issue", issues.slice(0, 60)), ...inWidgets("PullRequest", pulls.slice(0, 4)), draft]
  )
  const week = { number: 2, ownerId: mona, title: "My week", description: null, isPublic: false }
  add(ids.mona, week, inWidgets("Issue", issues.slice(0, 6)))
}
