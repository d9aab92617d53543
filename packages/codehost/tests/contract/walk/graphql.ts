// Queries everything that the sandbox's GraphQL API offers, type by type, and checks what it refuses.

import type { Walk } from "./send.ts"

/**
 * Selects every field of each type; for fields that lead to other objects, only enough to show that the object exists.
 */
const fragments = `
  fragment ActorFields on Actor { __typename login url avatarUrl(size: 40) }
  fragment UserFields on User { id databaseId name email ...ActorFields }
  fragment OrganizationFields on Organization { id databaseId name ...ActorFields }
  fragment RepositoryFields on Repository {
    id databaseId name nameWithOwner owner { id ...ActorFields } isPrivate description url
  }
  fragment PageFields on PageInfo { startCursor endCursor hasNextPage hasPreviousPage }
  fragment IssueFields on Issue {
    id databaseId fullDatabaseId number title body closed url author { login } createdAt updatedAt closedAt state
    repository { id } projectItems(first: 1) { totalCount }
  }
  fragment PullFields on PullRequest {
    id fullDatabaseId number title body closed url author { login } createdAt updatedAt closedAt pullState: state
    repository { id } projectItems(first: 1) { totalCount } isDraft merged headRefName baseRefName
  }
  fragment DiscussionFields on Discussion {
    id databaseId number title body url author { login } createdAt updatedAt category { id name slug isAnswerable }
  }
  fragment DiscussionCommentFields on DiscussionComment {
    id databaseId body url author { login } createdAt updatedAt
  }
  fragment ProjectFields on ProjectV2 {
    id fullDatabaseId number title shortDescription readme public closed template url owner { id }
    creator { login } createdAt updatedAt closedAt
  }
  fragment OptionFields on ProjectV2SingleSelectFieldOption { id name nameHTML description descriptionHTML color }
  fragment FieldFields on ProjectV2FieldCommon { id databaseId name dataType createdAt updatedAt project { id } }
  fragment ItemFields on ProjectV2Item {
    id fullDatabaseId type isArchived creator { login } project { id } createdAt updatedAt
    content { ...IssueFields ...PullFields ... on DraftIssue { id title body createdAt updatedAt } }
  }
  fragment ValueFields on ProjectV2ItemFieldValue {
    ... on ProjectV2ItemFieldValueCommon { id databaseId createdAt updatedAt item { id } field { ...FieldFields } }
    ... on ProjectV2ItemFieldDateValue { date }
    ... on ProjectV2ItemFieldNumberValue { number }
    ... on ProjectV2ItemFieldTextValue { text }
    ... on ProjectV2ItemFieldSingleSelectValue { name nameHTML optionId description color }
  }`

const byName = new Map(
  fragments
    .split(/(?=fragment \w+ on)/)
    .slice(1)
    .map((text) => [text.split(" ")[1] ?? "", text.trim()])
)

/** Adds the fragments that a document uses, directly or indirectly. Unused fragments are not allowed. */
const complete = (document: string): string => {
  const names = new Set<string>()
  const collect = (text: string): void => {
    for (const [, name = ""] of text.matchAll(/\.\.\.(\w+)/g)) {
      if (names.has(name)) continue
      names.add(name)
      collect(byName.get(name) ?? "")
    }
  }
  collect(document)
  return [document, ...[...names].map((name) => byName.get(name))].join("\n")
}

const page = "first: 100"
const connection = (fields: string, node: string): string => `${fields}(${page}) {
  totalCount pageInfo { ...PageFields } edges { cursor node { ${node} } } nodes { ${node} } }`

const project = `...ProjectFields
  field(name: "Status") { ... on ProjectV2SingleSelectField { ...FieldFields options(names: ["Done"]) { ...OptionFields } } }
  ${connection("fields", "...FieldFields ... on ProjectV2SingleSelectField { options { id } }")}
  ${connection(
    "items",
    `...ItemFields fieldValueByName(name: "Status") { ...ValueFields }
    ${connection("fieldValues", "...ValueFields")}`
  )}`

const mutation = (name: string, fields: string): string => {
  const type = `${name.slice(0, 1).toUpperCase()}${name.slice(1)}Input`
  return `mutation ($input: ${type}!) { ${name}(input: $input) { clientMutationId ${fields} } }`
}

export const graphql: Walk = async (send) => {
  const ask = (query: string, variables?: object, more: object = {}) =>
    send(200, "POST /graphql", { body: { query: complete(query), ...(variables && { variables }), ...more } })
  const ids = await ask(
    `query ($login: String!) {
      viewer { ...UserFields ${connection("projectsV2", "id")} projectV2(number: 2) { ${project} } }
      rateLimit(dryRun: true) { cost limit nodeCount remaining resetAt used }
      organization(login: $login) { ...OrganizationFields ${connection("projectsV2", "id")} projectV2(number: 1) { ${project} } }
      user(login: "ada") { ...UserFields }
      repository(owner: $login, name: "widgets") { ...RepositoryFields }
    }`,
    { login: "acme" }
  )
  const at = (path: string) => ids.at(`data.organization.projectV2.${path}`)
  const nodes = [at("id"), at("items.nodes.0.id"), at("items.nodes.0.content.id"), "U_x"]
  await ask(
    "query ($id: ID!, $ids: [ID!]!) { node(id: $id) { id ...ProjectFields } nodes(ids: $ids) { __typename id } }",
    {
      id: nodes[0],
      ids: nodes
    }
  )

  const place = { projectId: at("id"), itemId: at("items.nodes.0.id") }
  const fields = Array.from({ length: 8 }, (_, index) => `fields.nodes.${index}`)
  const idOf = (name: string) => at(`${fields.find((one) => at(`${one}.name`) === name)}.id`)
  const item = "projectV2Item { ...ItemFields fieldValues(first: 20) { nodes { ...ValueFields } } }"
  const update = (field: string, value: object) =>
    ask(mutation("updateProjectV2ItemFieldValue", item), { input: { ...place, fieldId: idOf(field), value } })
  await update("Status", { singleSelectOptionId: at("field.options.0.id") })
  await update("Estimate", { number: 2.5 })
  await update("Due", { date: "2027-01-01" })
  await update("Notes", { text: "Walked on" })
  // The value is refused: the data is null.
  await update("Notes", { number: 1 })
  await ask(mutation("clearProjectV2ItemFieldValue", item), { input: { ...place, fieldId: idOf("Notes") } })
  const issue = await send(201, "POST /repos/acme/widgets/issues", { body: { title: "Walked onto a board" } })
  await ask(mutation("addProjectV2ItemById", "item { ...ItemFields }"), {
    input: { projectId: place.projectId, contentId: issue.at("node_id"), clientMutationId: "walk" }
  })
  const pull = await send(201, "POST /repos/acme/widgets/pulls", {
    body: { title: "Walked", head: "docs/typos", base: "main" }
  })
  const input = { pullRequestId: pull.at("node_id") }
  await ask(mutation("convertPullRequestToDraft", "pullRequest { ...PullFields }"), { input })
  await ask(mutation("convertPullRequestToDraft", "pullRequest { ...PullFields }"), { input })
  await ask(mutation("markPullRequestReadyForReview", "pullRequest { ...PullFields }"), { input })
  await ask(
    `query ($issue: Int!, $pull: Int!) { repository(owner: "acme", name: "widgets") {
      issue(number: $issue) { ...IssueFields } pullRequest(number: $pull) { ...PullFields } } }`,
    { issue: Number(issue.at("number")), pull: Number(pull.at("number")) }
  )

  const comments = connection(
    "comments",
    `...DiscussionCommentFields ${connection("replies", "...DiscussionCommentFields")}`
  )
  for (const order of ["{ field: CREATED_AT, direction: ASC }", "{ field: UPDATED_AT, direction: DESC }"]) {
    await ask(
      `{ repository(owner: "acme", name: "widgets") {
        discussions(${page}, orderBy: ${order}) {
          totalCount pageInfo { ...PageFields } edges { cursor node { id } } nodes { ...DiscussionFields ${comments} } } } }`
    )
  }

  await ask("query A { viewer { id } } query B { viewer { login } }", undefined, { operationName: "B" })

  // Partial responses: one field fails, the rest is returned.
  await ask('{ organization(login: "acme") { projectV2(number: 1) { items { totalCount } } } }')
  await ask('{ missing: organization(login: "nobody") { id } viewer { login } }')

  // Refused before anything is executed.
  await ask("{ viewer { shoeSize } }")
  await ask("{ viewer")
  await ask("query ($login: String!) { user(login: $login) { id } }")
  await ask("query A { viewer { id } } query B { viewer { login } }")
}
