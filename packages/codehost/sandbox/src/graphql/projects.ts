// Projects, their fields and their items in GraphQL.

import { accountById } from "../accounts/accounts.ts"
import { issueOfContent } from "../projects/content.ts"
import {
  type Field,
  fieldNodeId,
  type Item,
  itemNodeId,
  type Option,
  type Project,
  type Value
} from "../projects/projects.ts"
import { nodeId } from "../records/node-id.ts"
import { repositoryById } from "../repositories/repositories.ts"
import { connection } from "./connection.ts"
import type { ObjectValue } from "./resolvers.ts"
import { isVisible, type Scene } from "./scene.ts"

const optionNode = ({ color, description, id, name }: Option): ObjectValue => ({
  __typename: "ProjectV2SingleSelectFieldOption",
  id,
  name,
  nameHTML: name,
  description,
  descriptionHTML: description,
  color
})

export const fieldNode = (scene: Scene, project: Project, field: Field): ObjectValue => ({
  __typename: field.kind === "single_select" ? "ProjectV2SingleSelectField" : "ProjectV2Field",
  id: fieldNodeId(project, field),
  databaseId: field.id,
  name: field.name,
  dataType: field.kind.toUpperCase(),
  project: () => projectNode(scene, project),
  createdAt: project.createdAt,
  updatedAt: project.createdAt,
  options: ({ names = null }) =>
    field.options.filter(({ name }) => !Array.isArray(names) || names.includes(name)).map(optionNode)
})

const valueNode = (scene: Scene, project: Project, item: Item, field: Field, value: Value): ObjectValue => {
  const option = field.options.find(({ id }) => id === value)
  const common = {
    id: nodeId("PVTFV", field.id, item.id),
    databaseId: field.id,
    field: () => fieldNode(scene, project, field),
    item: () => itemNode(scene, project, item),
    createdAt: item.createdAt,
    updatedAt: item.updatedAt
  }
  if (option !== undefined) {
    const { color, description, id, name } = option
    const fields = { name, nameHTML: name, optionId: id, description, color }
    return { __typename: "ProjectV2ItemFieldSingleSelectValue", ...common, ...fields }
  }
  if (field.kind === "number") return { __typename: "ProjectV2ItemFieldNumberValue", ...common, number: value }
  if (field.kind === "date") return { __typename: "ProjectV2ItemFieldDateValue", ...common, date: value }
  return { __typename: "ProjectV2ItemFieldTextValue", ...common, text: value }
}

interface FieldValue {
  readonly field: Field
  readonly value: Value
}

/** The item's values in the order of the fields. Every item has a title. */
const valuesOf = (scene: Scene, { fields }: Project, { content, values }: Item): ReadonlyArray<FieldValue> => {
  const title = content.kind === "DraftIssue" ? content.title : issueOfContent(scene.context.world, content).title
  return fields.flatMap((field) => {
    const value = field.kind === "title" ? title : values.get(field.id)
    return value === undefined ? [] : [{ field, value }]
  })
}

const contentNode = (scene: Scene, { content, createdAt, updatedAt }: Item): ObjectValue | null => {
  if (content.kind === "DraftIssue") {
    const { body, id, title } = content
    return { __typename: "DraftIssue", id: nodeId("DI", id), title, body, createdAt, updatedAt }
  }
  const { world } = scene.context
  const repository = repositoryById(world, content.repositoryId)
  return isVisible(scene, repository) ? scene.nodes.issue(repository, issueOfContent(world, content)) : null
}

const itemTypes = { Issue: "ISSUE", PullRequest: "PULL_REQUEST", DraftIssue: "DRAFT_ISSUE" } as const

export const itemNode = (scene: Scene, project: Project, item: Item): ObjectValue => {
  const values = valuesOf(scene, project, item)
  const node = ({ field, value }: FieldValue): ObjectValue => valueNode(scene, project, item, field, value)
  return {
    __typename: "ProjectV2Item",
    id: itemNodeId(project, item),
    fullDatabaseId: String(item.id),
    type: itemTypes[item.content.kind],
    isArchived: false,
    content: () => contentNode(scene, item),
    creator: () => scene.nodes.account(accountById(scene.context.world, item.creatorId)),
    project: () => projectNode(scene, project),
    createdAt: item.createdAt,
    updatedAt: item.updatedAt,
    fieldValueByName: ({ name = null }) => {
      const match = values.find(({ field }) => field.name === name)
      return match === undefined ? null : node(match)
    },
    fieldValues: (args) =>
      connection("ProjectV2ItemFieldValue", "fieldValues", args, values, node, ({ field }) => field.id)
  }
}

export const projectNode = (scene: Scene, project: Project): ObjectValue => {
  const { urls, world } = scene.context
  const owner = accountById(world, project.ownerId)
  const collection = owner.type === "Organization" ? "orgs" : "users"
  return {
    __typename: "ProjectV2",
    id: nodeId("PVT", project.id),
    fullDatabaseId: String(project.id),
    number: project.number,
    title: project.title,
    shortDescription: project.description,
    readme: null,
    public: project.isPublic,
    closed: false,
    template: false,
    url: `${urls.html}/-/${collection}/${owner.login}/projects/${project.number}`,
    owner: () => scene.nodes.account(owner),
    creator: () => scene.nodes.account(accountById(world, project.creatorId)),
    createdAt: project.createdAt,
    updatedAt: project.updatedAt,
    closedAt: null,
    field: ({ name = null }) => {
      const field = project.fields.find((one) => one.name === name)
      return field === undefined ? null : fieldNode(scene, project, field)
    },
    fields: (args) =>
      connection(
        "ProjectV2FieldConfiguration",
        "fields",
        args,
        project.fields,
        (field) => fieldNode(scene, project, field),
        ({ id }) => id
      ),
    items: (args) =>
      connection(
        "ProjectV2Item",
        "items",
        args,
        project.items,
        (item) => itemNode(scene, project, item),
        ({ id }) => id
      )
  }
}
