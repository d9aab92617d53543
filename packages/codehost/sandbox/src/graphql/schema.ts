// The simulated part of the code host's public GraphQL schema, with the same names, types and arguments. Fields that
// are missing here are refused as unknown, never answered with null.
// Source: https://docs.github.com/en/graphql/reference

import { assertScalarType, buildSchema } from "graphql"

const paging = "after: String, before: String, first: Int, last: Int"

const connection = (node: string): string => `
type ${node}Connection { edges: [${node}Edge] nodes: [${node}] pageInfo: PageInfo! totalCount: Int! }
type ${node}Edge { cursor: String! node: ${node} }`

const issueFields = `
  id: ID! fullDatabaseId: BigInt number: Int! title: String! body: String! closed: Boolean! url: URI! author: Actor
  createdAt: DateTime! updatedAt: DateTime! closedAt: DateTime repository: Repository!
  projectItems(${paging}, includeArchived: Boolean = true): ProjectV2ItemConnection!`

const fieldFields = `
  id: ID! databaseId: Int name: String! dataType: ProjectV2FieldType! project: ProjectV2!
  createdAt: DateTime! updatedAt: DateTime!`

const fieldTypes = ["ProjectV2Field", "ProjectV2SingleSelectField", "ProjectV2IterationField"]

const valueFields = `id: ID! databaseId: Int field: ProjectV2FieldConfiguration! item: ProjectV2Item!
  createdAt: DateTime! updatedAt: DateTime!`

const projectOwner = `projectV2(number: Int!): ProjectV2
  projectsV2(${paging}, query: String): ProjectV2Connection!`

const actorFields = "login: String! url: URI! avatarUrl(size: Int): URI!"

/** The simulated part of the service's GraphQL schema. */
export const schema = buildSchema(`
scalar BigInt
scalar DateTime
scalar Date
scalar URI

interface Node { id: ID! }
interface Actor { ${actorFields} }
interface RepositoryOwner { id: ID! ${actorFields} }
interface ProjectV2Owner { id: ID! ${projectOwner} }

type Query {
  viewer: User!
  rateLimit(dryRun: Boolean = false): RateLimit
  node(id: ID!): Node
  nodes(ids: [ID!]!): [Node]!
  organization(login: String!): Organization
  user(login: String!): User
  repository(owner: String!, name: String!, followRenames: Boolean = true): Repository
}

type RateLimit { cost: Int! limit: Int! nodeCount: Int! remaining: Int! resetAt: DateTime! used: Int! }
type PageInfo { startCursor: String endCursor: String hasNextPage: Boolean! hasPreviousPage: Boolean! }

type User implements Node & Actor & RepositoryOwner & ProjectV2Owner {
  id: ID! databaseId: Int name: String email: String! ${actorFields} ${projectOwner}
}
type Organization implements Node & Actor & RepositoryOwner & ProjectV2Owner {
  id: ID! databaseId: Int name: String ${actorFields} ${projectOwner}
}

type Repository implements Node {
  id: ID! databaseId: Int name: String! nameWithOwner: String! owner: RepositoryOwner! isPrivate: Boolean!
  description: String url: URI!
  issue(number: Int!): Issue
  discussions(${paging}, orderBy: DiscussionOrder = { field: UPDATED_AT, direction: DESC }): DiscussionConnection!
  pullRequest(number: Int!): PullRequest
}

enum OrderDirection { ASC DESC }
enum DiscussionOrderField { CREATED_AT UPDATED_AT }
input DiscussionOrder { field: DiscussionOrderField! direction: OrderDirection! }
type DiscussionCategory implements Node { id: ID! name: String! slug: String! isAnswerable: Boolean! }
type Discussion implements Node {
  id: ID! databaseId: Int number: Int! title: String! body: String! url: URI! author: Actor
  createdAt: DateTime! updatedAt: DateTime! category: DiscussionCategory!
  comments(${paging}): DiscussionCommentConnection!
}
type DiscussionComment implements Node {
  id: ID! databaseId: Int body: String! url: URI! author: Actor createdAt: DateTime! updatedAt: DateTime!
  replies(${paging}): DiscussionCommentConnection!
}

enum IssueState { OPEN CLOSED }
enum PullRequestState { OPEN CLOSED MERGED }
type Issue implements Node { ${issueFields} databaseId: Int state: IssueState! }
type PullRequest implements Node {
  ${issueFields} state: PullRequestState! isDraft: Boolean! merged: Boolean! headRefName: String! baseRefName: String!
}
type DraftIssue implements Node { id: ID! title: String! body: String! createdAt: DateTime! updatedAt: DateTime! }

enum ProjectV2FieldType {
  ASSIGNEES LINKED_PULL_REQUESTS REVIEWERS LABELS MILESTONE REPOSITORY TITLE TEXT SINGLE_SELECT NUMBER DATE ITERATION
}
enum ProjectV2ItemType { ISSUE PULL_REQUEST DRAFT_ISSUE REDACTED }
enum ProjectV2SingleSelectFieldOptionColor { GRAY BLUE GREEN YELLOW ORANGE RED PINK PURPLE }

type ProjectV2 implements Node {
  id: ID! fullDatabaseId: BigInt number: Int! title: String! shortDescription: String readme: String public: Boolean!
  closed: Boolean! template: Boolean! url: URI! owner: ProjectV2Owner! creator: Actor
  createdAt: DateTime! updatedAt: DateTime! closedAt: DateTime
  field(name: String!): ProjectV2FieldConfiguration
  fields(${paging}): ProjectV2FieldConfigurationConnection!
  items(${paging}): ProjectV2ItemConnection!
}

interface ProjectV2FieldCommon { ${fieldFields} }
union ProjectV2FieldConfiguration = ${fieldTypes.join(" | ")}
type ProjectV2Field implements ProjectV2FieldCommon & Node { ${fieldFields} }
type ProjectV2SingleSelectField implements ProjectV2FieldCommon & Node {
  ${fieldFields} options(names: [String!]): [ProjectV2SingleSelectFieldOption!]!
}
type ProjectV2IterationField implements ProjectV2FieldCommon & Node {
  ${fieldFields} configuration: ProjectV2IterationFieldConfiguration!
}
type ProjectV2SingleSelectFieldOption {
  id: String! name: String! nameHTML: String! description: String! descriptionHTML: String!
  color: ProjectV2SingleSelectFieldOptionColor!
}
type ProjectV2IterationFieldConfiguration {
  duration: Int! startDay: Int! iterations: [ProjectV2IterationFieldIteration!]!
  completedIterations: [ProjectV2IterationFieldIteration!]!
}
type ProjectV2IterationFieldIteration { id: String! title: String! duration: Int! startDate: Date! }

union ProjectV2ItemContent = DraftIssue | Issue | PullRequest
type ProjectV2Item implements Node {
  id: ID! fullDatabaseId: BigInt
  type: ProjectV2ItemType! isArchived: Boolean! content: ProjectV2ItemContent creator: Actor
  project: ProjectV2! createdAt: DateTime! updatedAt: DateTime!
  fieldValueByName(name: String!): ProjectV2ItemFieldValue
  fieldValues(${paging}): ProjectV2ItemFieldValueConnection!
}

interface ProjectV2ItemFieldValueCommon { ${valueFields} }
union ProjectV2ItemFieldValue = ProjectV2ItemFieldDateValue | ProjectV2ItemFieldNumberValue
  | ProjectV2ItemFieldSingleSelectValue | ProjectV2ItemFieldTextValue
type ProjectV2ItemFieldDateValue implements ProjectV2ItemFieldValueCommon & Node { ${valueFields} date: Date }
type ProjectV2ItemFieldNumberValue implements ProjectV2ItemFieldValueCommon & Node { ${valueFields} number: Float }
type ProjectV2ItemFieldTextValue implements ProjectV2ItemFieldValueCommon & Node { ${valueFields} text: String }
type ProjectV2ItemFieldSingleSelectValue implements ProjectV2ItemFieldValueCommon & Node {
  ${valueFields} name: String nameHTML: String optionId: String description: String
  color: ProjectV2SingleSelectFieldOptionColor!
}
${["Discussion", "DiscussionComment", "ProjectV2", "ProjectV2FieldConfiguration", "ProjectV2Item", "ProjectV2ItemFieldValue"].map(connection).join("")}

type Mutation {
  updateProjectV2ItemFieldValue(input: UpdateProjectV2ItemFieldValueInput!): UpdateProjectV2ItemFieldValuePayload
  clearProjectV2ItemFieldValue(input: ClearProjectV2ItemFieldValueInput!): ClearProjectV2ItemFieldValuePayload
  addProjectV2ItemById(input: AddProjectV2ItemByIdInput!): AddProjectV2ItemByIdPayload
  markPullRequestReadyForReview(input: MarkPullRequestReadyForReviewInput!): MarkPullRequestReadyForReviewPayload
  convertPullRequestToDraft(input: ConvertPullRequestToDraftInput!): ConvertPullRequestToDraftPayload
}
input ProjectV2FieldValue { text: String number: Float date: Date singleSelectOptionId: String iterationId: String }
input UpdateProjectV2ItemFieldValueInput {
  clientMutationId: String projectId: ID! itemId: ID! fieldId: ID! value: ProjectV2FieldValue!
}
input ClearProjectV2ItemFieldValueInput { clientMutationId: String projectId: ID! itemId: ID! fieldId: ID! }
input AddProjectV2ItemByIdInput { clientMutationId: String projectId: ID! contentId: ID! }
input MarkPullRequestReadyForReviewInput { clientMutationId: String pullRequestId: ID! }
input ConvertPullRequestToDraftInput { clientMutationId: String pullRequestId: ID! }
type UpdateProjectV2ItemFieldValuePayload { clientMutationId: String projectV2Item: ProjectV2Item }
type ClearProjectV2ItemFieldValuePayload { clientMutationId: String projectV2Item: ProjectV2Item }
type AddProjectV2ItemByIdPayload { clientMutationId: String item: ProjectV2Item }
type MarkPullRequestReadyForReviewPayload { clientMutationId: String pullRequest: PullRequest }
type ConvertPullRequestToDraftPayload { clientMutationId: String pullRequest: PullRequest }
`)

assertScalarType(schema.getType("Date")).coerceInputValue = (value) => {
  if (typeof value === "string" && /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value))) return value
  throw new TypeError(`Could not coerce value ${JSON.stringify(value)} to Date`)
}
