// GraphQL mutations: values of project items, and the draft state of pull requests.

import { emit } from "../domain-events/domain-events.ts"
import { placeAt } from "../issues/trackers.ts"
import { setValue } from "../projects/changes.ts"
import { type Field, type Item, mayWrite, type Project, valueProblem } from "../projects/projects.ts"
import { setDraft } from "../pulls/draft.ts"
import { hasRole, roleOf } from "../repositories/repositories.ts"
import { FieldError, forbidden, unprocessable } from "./errors.ts"
import { type Inputs, type ObjectValue, type Resolver, textIn } from "./resolvers.ts"
import { require, type Scene } from "./scene.ts"
import { fieldTarget, issueTarget, itemTarget, projectTarget, pullTarget } from "./targets.ts"

/** The library has already validated that this is an input object of the declared type. */
const inputOf = ({ input = null }: Inputs): Inputs => input as Inputs

const denial = ({ viewer }: Scene, mutation: string) =>
  forbidden(`${viewer.login} does not have the correct permissions to execute \`${mutation}\``)

const capitalize = (name: string): string => `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`

const payload = (name: string, input: Inputs, field: string, value: ObjectValue): ObjectValue => ({
  __typename: `${capitalize(name)}Payload`,
  clientMutationId: textIn(input, "clientMutationId") || null,
  [field]: value
})

interface Change {
  readonly project: Project
  readonly item: Item
  readonly field: Field
}

const projectToChange = (scene: Scene, name: string, input: Inputs): Project => {
  require(scene, name, ["project"], "organization_projects", "write")
  const project = projectTarget(scene, textIn(input, "projectId"))
  if (!mayWrite(scene.context.world, project, scene.viewer)) throw denial(scene, capitalize(name))
  return project
}

const changeOf = (scene: Scene, name: string, input: Inputs): Change => {
  const project = projectToChange(scene, name, input)
  const item = itemTarget(project, textIn(input, "itemId"))
  return { project, item, field: fieldTarget(project, textIn(input, "fieldId")) }
}

const invalid = (message: string): FieldError => new FieldError("VALIDATION", message)

const kinds = {
  text: "text",
  number: "number",
  date: "date",
  single_select: "singleSelectOptionId"
} as const

/** The only member of the value, which must match the kind of the field. */
const valueFor = ({ kind }: Field, value: Inputs): unknown => {
  const members = Object.entries(value).filter(([, one]) => one !== null)
  if (members.length !== 1) throw invalid("A value for exactly one kind of field must be given.")
  const key = kind in kinds ? kinds[kind as keyof typeof kinds] : undefined
  if (key === undefined) throw invalid(`The field of type ${kind} is currently not supported.`)
  const content = value[key]
  if (content === undefined || content === null) {
    const what = kind === "single_select" ? "single select option Id" : `${kind} value`
    throw invalid(`Did not receive a ${what} to update a field of type ${kind}`)
  }
  return content
}

const updateValue =
  (scene: Scene, name: string): Resolver =>
  (args) => {
    const input = inputOf(args)
    const { field, item, project } = changeOf(scene, name, input)
    const value = valueFor(field, inputOf({ input: input["value"] ?? {} }))
    const problem = valueProblem(field, value)
    if (problem !== undefined) throw invalid(problem)
    setValue(scene.context.world, project, item, field, value, scene.context.stamp())
    return payload(name, input, "projectV2Item", scene.nodes.item(project, item))
  }

const clearValue =
  (scene: Scene, name: string): Resolver =>
  (args) => {
    const input = inputOf(args)
    const { field, item, project } = changeOf(scene, name, input)
    const problem = field.kind in kinds ? undefined : valueProblem(field, "")
    if (problem !== undefined) throw invalid(problem)
    setValue(scene.context.world, project, item, field, null, scene.context.stamp())
    return payload(name, input, "projectV2Item", scene.nodes.item(project, item))
  }

/** If the content is already in the project, its existing item is returned. */
const addItem =
  (scene: Scene, name: string): Resolver =>
  (args) => {
    const input = inputOf(args)
    const project = projectToChange(scene, name, input)
    const { issue, repository } = issueTarget(scene, textIn(input, "contentId"))
    const existing = project.items.find(
      ({ content }) =>
        content.kind !== "DraftIssue" && content.repositoryId === repository.id && content.number === issue.number
    )
    const at = scene.context.stamp()
    const item: Item = existing ?? {
      id: Math.max(0, ...project.items.map(({ id }) => id)) + 1,
      content: {
        kind: issue.pull === undefined ? "Issue" : "PullRequest",
        repositoryId: repository.id,
        number: issue.number
      },
      creatorId: scene.viewer.id,
      createdAt: at,
      updatedAt: at,
      values: new Map()
    }
    if (existing === undefined) {
      project.items = [...project.items, item]
      emit(scene.context.world, "projects_v2_item", null, { action: "created", project, item })
    }
    return payload(name, input, "item", scene.nodes.item(project, item))
  }

const changeDraft =
  (scene: Scene, name: string, draft: boolean): Resolver =>
  (args) => {
    const input = inputOf(args)
    require(scene, name, ["repo", "public_repo"], "pull_requests", "write")
    const { issue, repository } = pullTarget(scene, textIn(input, "pullRequestId"))
    const { stamp, world } = scene.context
    const isAuthor = issue.authorId === scene.viewer.id
    if (!isAuthor && !hasRole(roleOf(world, repository, scene.viewer), "push")) throw denial(scene, capitalize(name))
    if (issue.state === "closed") throw unprocessable("Pull request is closed")
    if (issue.pull.draft === draft) {
      throw unprocessable(draft ? "Pull request is already a draft" : "Pull request is not in a draft state")
    }
    setDraft(placeAt(world, repository), issue, { actorId: scene.viewer.id, at: stamp() }, draft)
    return payload(name, input, "pullRequest", scene.nodes.issue(repository, issue))
  }

export const mutationRoot = (scene: Scene): ObjectValue => ({
  __typename: "Mutation",
  updateProjectV2ItemFieldValue: updateValue(scene, "updateProjectV2ItemFieldValue"),
  clearProjectV2ItemFieldValue: clearValue(scene, "clearProjectV2ItemFieldValue"),
  addProjectV2ItemById: addItem(scene, "addProjectV2ItemById"),
  markPullRequestReadyForReview: changeDraft(scene, "markPullRequestReadyForReview", false),
  convertPullRequestToDraft: changeDraft(scene, "convertPullRequestToDraft", true)
})
