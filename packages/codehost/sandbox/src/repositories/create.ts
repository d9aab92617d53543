// Creates repositories for the caller or an organization, and forks.
// Source: https://docs.github.com/en/rest/repos/repos#create-a-repository-for-the-authenticated-user

import { type Account, findAccount } from "../accounts/accounts.ts"
import { accountOf } from "../accounts/routes.ts"
import { emit } from "../domain-events/domain-events.ts"
import { hasScope } from "../frame/auth.ts"
import { type Context, repositoryOf, viewerOf } from "../frame/context.ts"
import { forbidden, notFound, Refusal, unprocessable, validationFailed } from "../frame/errors.ts"
import { optionalChoice, optionalFlag, optionalText } from "../frame/fields.ts"
import { accepted, created, type Reply } from "../frame/reply.ts"
import { commitTo } from "../git/commits.ts"
import { isLicense } from "../records/license.ts"
import { fullRepository } from "../records/repository.ts"
import { newRepository } from "./new.ts"
import { addRepository, findRepository, fullName, type Repository } from "./repositories.ts"

/** Names contain letters, digits, dots, hyphens and underscores. Other characters are replaced by a hyphen. */
const cleanName = (name: string): string => name.trim().replaceAll(/[^\w.-]+/g, "-")

const nameProblem = (code: "custom", message: string): Refusal =>
  new Refusal(422, "Repository creation failed.", {
    errors: [{ resource: "Repository", code, field: "name", message }]
  })

/** The cleaned name. Refused if it is already taken. */
export const freeName = (context: Context, owner: Account, text: string): string => {
  const name = cleanName(text)
  if (name === "" || name === "." || name === ".." || name.length > 100) {
    throw nameProblem("custom", "name is too long or not allowed")
  }
  const other = findRepository(context.world, owner.login, name)
  if (other !== undefined && fullName(context.world, other).toLowerCase() === `${owner.login}/${name}`.toLowerCase()) {
    throw nameProblem("custom", "name already exists on this account")
  }
  return name
}

const initialCommit = (context: Context, repository: Repository, viewer: Account): void => {
  const title = `# ${repository.name}\n`
  const readme = repository.description === null ? title : `${title}${repository.description}\n`
  const template = optionalText(context.body, "gitignore_template")
  const author = {
    name: viewer.name ?? viewer.login,
    email: `${viewer.login}@codehost.example`,
    date: repository.createdAt
  }
  const files = {
    "README.md": readme,
    ...(repository.license === null ? {} : { LICENSE: `${repository.license}\n` }),
    ...(template === undefined ? {} : { ".gitignore": `# ${template}\n` })
  }
  commitTo(repository.git, repository.defaultBranch, { message: "Initial commit", author, files })
}

/** Settings that can be given at creation and changed later. */
export const settingsOf = ({ body }: Context): Partial<Repository> => {
  const flags = {
    hasIssues: optionalFlag(body, "has_issues"),
    hasProjects: optionalFlag(body, "has_projects"),
    hasWiki: optionalFlag(body, "has_wiki"),
    hasDiscussions: optionalFlag(body, "has_discussions"),
    isTemplate: optionalFlag(body, "is_template"),
    allowSquashMerge: optionalFlag(body, "allow_squash_merge"),
    allowMergeCommit: optionalFlag(body, "allow_merge_commit"),
    allowRebaseMerge: optionalFlag(body, "allow_rebase_merge"),
    allowAutoMerge: optionalFlag(body, "allow_auto_merge"),
    allowForking: optionalFlag(body, "allow_forking"),
    deleteBranchOnMerge: optionalFlag(body, "delete_branch_on_merge")
  }
  const visibility = optionalChoice(body, "visibility", ["public", "private"])
  const isPrivate = visibility === undefined ? optionalFlag(body, "private") : visibility === "private"
  const texts = { description: optionalText(body, "description"), homepage: optionalText(body, "homepage") }
  // oxlint-disable-next-line no-control-regex -- these are what is refused
  if (/[\u0000-\u001f]/.test(texts.description ?? "")) {
    throw validationFailed({
      resource: "Repository",
      code: "custom",
      field: "description",
      message: "description control characters are not allowed"
    })
  }
  const settings = Object.entries({ ...flags, ...texts, private: isPrivate }).filter(([, value]) => value !== undefined)
  return Object.fromEntries(settings) as Partial<Repository>
}

/** Private repositories need the full `repo` scope. */
const checkPrivate = ({ token }: Context, settings: Partial<Repository>): void => {
  const isScoped = token?.kind === "classic" || token?.kind === "oauth"
  if (settings.private === true && isScoped && !hasScope(token, "repo")) throw notFound()
}

const create = (context: Context, owner: Account): Reply => {
  const { body, urls, world } = context
  const text = optionalText(body, "name")
  if (text === undefined || text === "") {
    throw validationFailed({ resource: "Repository", code: "missing_field", field: "name" })
  }
  const viewer = viewerOf(context)
  const license = optionalText(body, "license_template") ?? null
  if (license !== null && !isLicense(license)) {
    throw validationFailed({ resource: "Repository", code: "invalid", field: "license_template" })
  }
  const settings = settingsOf(context)
  checkPrivate(context, settings)
  const name = freeName(context, owner, text)
  const repository = newRepository({
    ...settings,
    id: 1_296_000 + world.ids.next("repository"),
    name,
    ownerId: owner.id,
    license,
    createdAt: context.stamp()
  })
  addRepository(world, repository)
  if (optionalFlag(body, "auto_init") === true || license !== null) initialCommit(context, repository, viewer)
  emit(world, "repository", repository, { action: "created" })
  const record = fullRepository(world, urls, repository, viewer)
  return created(record, record.url)
}

export const createForSelf = (context: Context): Reply => create(context, viewerOf(context))

export const createForOrganization = (context: Context): Reply => {
  const organization = accountOf(context, "org")
  if (!organization.members.has(viewerOf(context).id)) {
    throw forbidden("You need admin access to the organization before adding a repository to it.")
  }
  return create(context, organization)
}

export const fork = (context: Context): Reply => {
  const { body, urls, world } = context
  const parent = repositoryOf(context)
  const viewer = viewerOf(context)
  const into = optionalText(body, "organization")
  const owner = into === undefined ? viewer : findAccount(world, into)
  if (owner === undefined) throw validationFailed({ resource: "Fork", code: "invalid", field: "organization" })
  if (owner.id !== viewer.id && !owner.members.has(viewer.id)) throw forbidden("Must have admin rights to Repository.")
  if (owner.id === parent.ownerId) throw unprocessable("A fork cannot be created in the account of its parent.")
  const existing = [...world.repositories.byId.values()].find(
    ({ ownerId, parentId }) => ownerId === owner.id && parentId === parent.id
  )
  if (existing !== undefined) return accepted(fullRepository(world, urls, existing, viewer))
  const { git } = parent
  const repository = newRepository({
    ...parent,
    id: 1_296_000 + world.ids.next("repository"),
    name: freeName(context, owner, optionalText(body, "name") ?? parent.name),
    ownerId: owner.id,
    parentId: parent.id,
    hasIssues: false,
    openIssuesCount: 0,
    createdAt: context.stamp(),
    collaborators: new Map(),
    invitations: new Map(),
    stars: new Map(),
    watchers: new Set(),
    protectedBranches: new Set(),
    git: {
      blobs: new Map(git.blobs),
      trees: new Map(git.trees),
      commits: new Map(git.commits),
      refs: new Map(git.refs)
    }
  })
  addRepository(world, repository)
  emit(world, "fork", parent, { fork: repository })
  emit(world, "repository", repository, { action: "created" })
  return accepted(fullRepository(world, urls, repository, viewer))
}
