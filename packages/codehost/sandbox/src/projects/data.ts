// Projects (v2): boards of an organization or a person, with fields, and items that have values of them.

import { type Account, accountById, owns, type WithAccounts } from "../accounts/data.ts"
import { nodeId } from "../records/node-id.ts"

export type FieldKind = "title" | "assignees" | "repository" | "text" | "number" | "date" | "single_select"

export interface Option {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly color: string
}

export interface Field {
  readonly id: number
  readonly name: string
  readonly kind: FieldKind
  readonly options: ReadonlyArray<Option>
}

/** What an item is about: an issue or a pull request by its place, or a draft that is nowhere else. */
export type Content =
  | { readonly kind: "Issue" | "PullRequest"; readonly repositoryId: number; readonly number: number }
  | { readonly kind: "DraftIssue"; readonly id: number; readonly title: string; readonly body: string }

/** Of a single select, the id of its option. */
export type Value = string | number

export interface Item {
  readonly id: number
  readonly content: Content
  readonly creatorId: number
  readonly createdAt: string
  readonly values: Map<number, Value>
  updatedAt: string
}

export interface Project {
  readonly id: number
  readonly number: number
  readonly ownerId: number
  readonly creatorId: number
  readonly title: string
  readonly description: string | null
  readonly isPublic: boolean
  readonly createdAt: string
  readonly fields: ReadonlyArray<Field>
  items: ReadonlyArray<Item>
  updatedAt: string
}

/** Who may see it: everybody, or who may change it, or a member of the organization. */
export const mayRead = (world: WithAccounts, project: Project, viewer: Account | undefined): boolean => {
  const owner = accountById(world, project.ownerId)
  return project.isPublic || (viewer !== undefined && (owns(owner, viewer.id) || owner.members.has(viewer.id)))
}

/** Who may change it: its person, or a member of the organization. */
export const mayWrite = (world: WithAccounts, project: Project, viewer: Account): boolean => {
  const owner = accountById(world, project.ownerId)
  return owns(owner, viewer.id) || owner.members.has(viewer.id)
}

/** Of the organization or person. */
export const projectsOf = (
  { projects }: { readonly projects: ReadonlyArray<Project> },
  owner: Account
): ReadonlyArray<Project> => projects.filter(({ ownerId }) => ownerId === owner.id)

export const fieldNodeId = (project: Project, { id, kind }: Field): string =>
  nodeId(kind === "single_select" ? "PVTSSF" : "PVTF", id, project.id)

export const itemNodeId = (project: Project, { id }: Item): string => nodeId("PVTI", id, project.id)

/** What is wrong with a value for a field; undefined where it fits. Null empties the field. */
export const valueProblem = ({ kind, name, options }: Field, value: unknown): string | undefined => {
  if (value === null) return undefined
  switch (kind) {
    case "text":
      return typeof value === "string" ? undefined : `Invalid value for field ${name}: a text is needed`
    case "number":
      return typeof value === "number" ? undefined : `Invalid value for field ${name}: a number is needed`
    case "date":
      return typeof value === "string" && /^\d{4}-\d\d-\d\d/.test(value) && !Number.isNaN(Date.parse(value))
        ? undefined
        : `Invalid value for field ${name}: an ISO 8601 date is needed`
    case "single_select":
      return options.some(({ id }) => id === value)
        ? undefined
        : "The single select option Id does not belong to the field"
    case "title":
    case "assignees":
    case "repository":
      return `The field of type ${kind} is currently not supported.`
  }
}
