// Routes for users, organizations and the caller's own account.

import { type Context, param, type Routes, viewerOf } from "../frame/context.ts"
import { notFound } from "../frame/errors.ts"
import { paginate } from "../frame/paging.ts"
import { ok } from "../frame/reply.ts"
import { fullOrganization, privateUser, publicUser, simpleOrganization, simpleUser } from "../records/user.ts"
import { type Account, accountById, findAccount } from "./accounts.ts"

/**
 * The account named in the path. Fails with 404 if it does not exist, or if it is not an organization when `name` is
 * `org`.
 */
export const accountOf = (context: Context, name: "username" | "org"): Account => {
  const account = findAccount(context.world, param(context, name))
  if (account === undefined || (name === "org" && account.type !== "Organization")) throw notFound()
  return account
}

const getSelf = (context: Context) => ok(privateUser(context.world, context.urls, viewerOf(context)))
const getUser = (context: Context) => ok(publicUser(context.world, context.urls, accountOf(context, "username")))
const getOrganization = (context: Context) =>
  ok(fullOrganization(context.world, context.urls, accountOf(context, "org")))

const organizationsOf = (context: Context, person: Account) => {
  const all = [...context.world.accounts.byId.values()].filter(({ members }) => members.has(person.id))
  return paginate(context, all, (organization) => simpleOrganization(context.urls, organization))
}

const listMembers = (context: Context) => {
  const ids = [...accountOf(context, "org").members.keys()]
  return paginate(context, ids, (id) => simpleUser(context.urls, accountById(context.world, id)))
}

export const accountRoutes: Routes = {
  "GET /user": { run: getSelf },
  "GET /user/orgs": { run: (context) => organizationsOf(context, viewerOf(context)), scopes: ["read:org", "user"] },
  "GET /users/{username}": { run: getUser },
  "GET /users/{username}/orgs": { run: (context) => organizationsOf(context, accountOf(context, "username")) },
  "GET /orgs/{org}": { run: getOrganization },
  "GET /orgs/{org}/members": { run: listMembers, permission: "members=read" }
}
