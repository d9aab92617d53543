// Projects (v2): boards of an organization or a person, with fields, and items that have values for them.

import { type Account, accountById, owns, type WithAccounts } from "../accounts/accounts.ts"
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

/**
 * The content of an item: an issue or pull request by repository and number, or a draft that exists only in the
 * project.
 */
export type Content =
  | { readonly kind: "Issue" | "PullRequest"; readonly repositoryId: number; readonly number: number }
  | { readonly kind: "DraftIssue"; readonly id: number; readonly title: string; readonly body: string }

/** For a single select, the id of the option. */
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

/** Whether the viewer can see the project: it is public, or the viewer can change it. */
export const mayRead = (world: WithAccounts, project: Project, viewer: Account | undefined): boolean => {
  const owner = accountById(world, project.ownerId)
  return project.isPublic || (viewer !== undefined && (owns(owner, viewer.id) || owner.members.has(viewer.id)))
}

/** Whether the viewer can change the project: the owner, or a member of the owning organization. */
export const mayWrite = (world: WithAccounts, project: Project, viewer: Account): boolean => {
  const owner = accountById(world, project.ownerId)
  return owns(owner, viewer.id) || owner.members.has(viewer.id)
}

/** Projects of an organization or a person. */
export const projectsOf = (
  { projects }: { readonly projects: ReadonlyArray<Project> },
  owner: Account
): ReadonlyArray<Project> => projects.filter(({ ownerId }) => ownerId === owner.id)

export const fieldNodeId = (project: Project, { id, kind }: Field): string =>
  nodeId(kind === "single_select" ? "PVTSSF" : "PVTF", id, project.id)

export const itemNodeId = (project: Project, { id }: Item): string => nodeId("PVTI", id, project.id)

/** The error for a value of a field, or undefined if it is valid. Null clears the field. */
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
