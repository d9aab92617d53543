// Builds the API records of projects, fields and items.

import { accountById } from "../accounts/accounts.ts"
import type { Context } from "../frame/context.ts"
import { nodeId } from "../records/node-id.ts"
import { minimalRepository } from "../records/repository.ts"
import { simpleUser } from "../records/user.ts"
import { repositoryById } from "../repositories/repositories.ts"
import { assigneesOf, contentRecord, contentTitle } from "./content.ts"
import { type Field, fieldNodeId, type Item, itemNodeId, type Option, type Project } from "./projects.ts"

/** Such as `/orgs/acme/projectsV2/1` or `/users/mona/projectsV2/2`. */
const projectPath = ({ world }: Pick<Context, "world">, { number, ownerId }: Project): string => {
  const owner = accountById(world, ownerId)
  return `/${owner.type === "Organization" ? "orgs" : "users"}/${owner.login}/projectsV2/${number}`
}

export const projectRecord = ({ urls, world }: Context, project: Project) => ({
  id: project.id,
  node_id: nodeId("PVT", project.id),
  owner: simpleUser(urls, accountById(world, project.ownerId)),
  creator: simpleUser(urls, accountById(world, project.creatorId)),
  title: project.title,
  description: project.description,
  public: project.isPublic,
  closed_at: null,
  created_at: project.createdAt,
  updated_at: project.updatedAt,
  number: project.number,
  short_description: project.description,
  deleted_at: null,
  deleted_by: null,
  state: "open",
  latest_status_update: null,
  is_template: false
})

const markupOf = (text: string) => ({ raw: text, html: text })

const optionRecord = ({ color, description, id, name }: Option) => ({
  id,
  name: markupOf(name),
  color,
  description: markupOf(description)
})

export const fieldRecord = (context: Context, project: Project, field: Field) => ({
  id: field.id,
  node_id: fieldNodeId(project, field),
  project_url: `${context.urls.api}${projectPath(context, project)}`,
  name: field.name,
  data_type: field.kind,
  ...(field.kind === "single_select" ? { options: field.options.map(optionRecord) } : {}),
  created_at: project.createdAt,
  updated_at: project.createdAt
})

const repositoryOf = ({ urls, viewer, world }: Context, { content }: Item) =>
  content.kind === "DraftIssue"
    ? null
    : minimalRepository(world, urls, repositoryById(world, content.repositoryId), viewer)

const valueOf = (context: Context, item: Item, { id, kind, options }: Field): unknown => {
  const value = item.values.get(id)
  switch (kind) {
    case "title":
      return markupOf(contentTitle(context.world, item.content))
    case "text":
      return value === undefined ? null : markupOf(String(value))
    case "number":
    case "date":
      return value ?? null
    case "single_select": {
      const option = options.find((one) => one.id === value)
      return option === undefined ? null : optionRecord(option)
    }
    case "assignees":
      return assigneesOf(context.world, item.content).map((one) => simpleUser(context.urls, one))
    case "repository":
      return repositoryOf(context, item)
  }
}

const fieldValue = (context: Context, item: Item, field: Field) => ({
  id: field.id,
  name: field.name,
  data_type: field.kind,
  value: valueOf(context, item, field)
})

/** An item with its title and the values of the requested fields. */
export const itemRecord = (context: Context, project: Project, item: Item, fieldIds: ReadonlyArray<number>) => {
  const url = `${context.urls.api}${projectPath(context, project)}`
  const fields = project.fields.filter(({ id, kind }) => kind === "title" || fieldIds.includes(id))
  return {
    id: item.id,
    node_id: itemNodeId(project, item),
    project_url: url,
    content_type: item.content.kind,
    content: contentRecord(context, item),
    creator: simpleUser(context.urls, accountById(context.world, item.creatorId)),
    created_at: item.createdAt,
    updated_at: item.updatedAt,
    archived_at: null,
    item_url: `${url}/items/${item.id}`,
    fields: fields.map((field) => fieldValue(context, item, field))
  }
}
