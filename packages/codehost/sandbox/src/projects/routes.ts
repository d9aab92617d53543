// REST routes for projects (v2): read projects, and change values of items. `POST /settings` can turn these routes off.
// Source: https://docs.github.com/en/rest/projects

import { isObject } from "@inlay/sandbox-kit/json"

import { type Account, findAccount } from "../accounts/accounts.ts"
import { emit } from "../domain-events/domain-events.ts"
import { hasScope } from "../frame/auth.ts"
import { type Context, type Route, type Routes, viewerOf, wholeParam } from "../frame/context.ts"
import { forbidden, invalidRequest, notFound, unprocessable } from "../frame/errors.ts"
import { paginateByCursor } from "../frame/paging.ts"
import { noContent, ok, type Reply } from "../frame/reply.ts"
import { setValue } from "./changes.ts"
import { type Item, mayRead, mayWrite, type Project, projectsOf, valueProblem } from "./projects.ts"
import { fieldRecord, itemRecord, projectRecord } from "./records.ts"

/** The organization or person in the path. Their projects have separate URLs. */
const ownerOf = (context: Context): Account => {
  const { params, world } = context
  const [login, type] = params["org"] === undefined ? [params["username"], "User"] : [params["org"], "Organization"]
  const owner = findAccount(world, login ?? "")
  if (owner === undefined || owner.type !== type) throw notFound()
  return owner
}

const projectOf = (context: Context): Project => {
  const number = wholeParam(context, "project_number")
  const project = projectsOf(context.world, ownerOf(context)).find((one) => one.number === number)
  if (project === undefined || !mayRead(context.world, project, context.viewer)) throw notFound()
  return project
}

const itemOf = (context: Context, project: Project): Item => {
  const id = wholeParam(context, "item_id")
  const item = project.items.find((one) => one.id === id)
  if (item === undefined) throw notFound()
  return item
}

/** Reads `fields=1,2` or `fields[]=1&fields[]=2`. */
const fieldIds = ({ query }: Context): ReadonlyArray<number> =>
  [...query.getAll("fields"), ...query.getAll("fields[]")].flatMap((ids) => ids.split(",")).map(Number)

const list = (context: Context): Reply => {
  const q = context.query.get("q")?.toLowerCase() ?? ""
  const projects = projectsOf(context.world, ownerOf(context)).filter(
    (project) => mayRead(context.world, project, context.viewer) && project.title.toLowerCase().includes(q)
  )
  return paginateByCursor(
    context,
    projects,
    (project) => projectRecord(context, project),
    ({ id }) => id
  )
}

const listFields = (context: Context): Reply => {
  const project = projectOf(context)
  return paginateByCursor(
    context,
    project.fields,
    (field) => fieldRecord(context, project, field),
    ({ id }) => id
  )
}

const getField = (context: Context): Reply => {
  const project = projectOf(context)
  const id = wholeParam(context, "field_id")
  const field = project.fields.find((one) => one.id === id)
  if (field === undefined) throw notFound()
  return ok(fieldRecord(context, project, field))
}

const listItems = (context: Context): Reply => {
  const project = projectOf(context)
  const ids = fieldIds(context)
  return paginateByCursor(
    context,
    project.items,
    (item) => itemRecord(context, project, item, ids),
    ({ id }) => id
  )
}

const getItem = (context: Context): Reply => {
  const project = projectOf(context)
  return ok(itemRecord(context, project, itemOf(context, project), fieldIds(context)))
}

interface Change {
  readonly id: number
  readonly value: unknown
}

const changesIn = ({ fields }: Context["body"]): ReadonlyArray<Change> => {
  if (fields === undefined) throw invalidRequest('"fields" wasn\'t supplied.')
  if (!Array.isArray(fields))
    throw invalidRequest(`For 'properties/fields', ${JSON.stringify(fields)} is not an array.`)
  const changes: ReadonlyArray<unknown> = fields
  return changes.map((change, index) => {
    if (!isObject(change)) {
      throw invalidRequest(`For 'properties/fields/${index}', ${JSON.stringify(change)} is not an object.`)
    }
    const { id, value } = change
    if (typeof id !== "number") {
      throw invalidRequest(`For 'properties/fields/${index}/properties/id', ${JSON.stringify(id)} is not an integer.`)
    }
    if (value === undefined) throw invalidRequest('"value" wasn\'t supplied.')
    return { id, value }
  })
}

const writableProject = (context: Context): Project => {
  const project = projectOf(context)
  if (!mayWrite(context.world, project, viewerOf(context))) throw forbidden("Must have write access to the project.")
  return project
}

/** Applies all changes or none. */
const updateItem = (context: Context): Reply => {
  const project = writableProject(context)
  const item = itemOf(context, project)
  const changes = changesIn(context.body).map(({ id, value }) => {
    const field = project.fields.find((one) => one.id === id)
    if (field === undefined) throw unprocessable(`Field with id ${id} not found in this project`)
    const problem = valueProblem(field, value)
    if (problem !== undefined) throw unprocessable(problem)
    return { field, value }
  })
  const at = context.stamp()
  for (const { field, value } of changes) setValue(context.world, project, item, field, value, at)
  return ok(
    itemRecord(
      context,
      project,
      item,
      changes.map(({ field }) => field.id)
    )
  )
}

const removeItem = (context: Context): Reply => {
  const project = writableProject(context)
  const item = itemOf(context, project)
  project.items = project.items.filter((one) => one !== item)
  emit(context.world, "projects_v2_item", null, { action: "deleted", project, item })
  return noContent
}

/** Old servers do not have these routes. */
const whereKnown =
  (run: Route["run"]): Route["run"] =>
  (context) => {
    if (!context.state.settings.projectsRest) throw notFound()
    const { token } = context
    if (token?.kind === "classic" && !hasScope(token, "project", "read:project")) throw notFound()
    return run(context)
  }

const read = { permission: "organization_projects=read" }
const write = { permission: "organization_projects=write", scopes: ["project"] }

const below = (root: string): Routes => ({
  [`GET ${root}`]: { run: whereKnown(list), ...read },
  [`GET ${root}/{project_number}`]: {
    run: whereKnown((context) => ok(projectRecord(context, projectOf(context)))),
    ...read
  },
  [`GET ${root}/{project_number}/fields`]: { run: whereKnown(listFields), ...read },
  [`GET ${root}/{project_number}/fields/{field_id}`]: { run: whereKnown(getField), ...read },
  [`GET ${root}/{project_number}/items`]: { run: whereKnown(listItems), ...read },
  [`GET ${root}/{project_number}/items/{item_id}`]: { run: whereKnown(getItem), ...read },
  [`PATCH ${root}/{project_number}/items/{item_id}`]: { run: whereKnown(updateItem), ...write },
  [`DELETE ${root}/{project_number}/items/{item_id}`]: { run: whereKnown(removeItem), ...write }
})

export const projectRoutes: Routes = { ...below("/orgs/{org}/projectsV2"), ...below("/users/{username}/projectsV2") }
