// Routes that create, list, update, delete, ping and test hooks.
// Source: https://docs.github.com/en/rest/repos/webhooks, https://docs.github.com/en/rest/orgs/webhooks

import type { Context, Route, Routes } from "../frame/context.ts"
import { requireFields } from "../frame/fields.ts"
import { paginate } from "../frame/paging.ts"
import { created, noContent, ok, type Reply } from "../frame/reply.ts"
import { type Hook, hooksAt } from "./hooks.ts"
import { checkRoom, configIn, readActive, readConfig, readEvents } from "./input.ts"
import { getAttempt, listAttempts, retryAttempt } from "./log-routes.ts"
import { ping, test } from "./pinging.ts"
import { hookOf, targetOf } from "./places.ts"
import { configRecord, hookRecord } from "./records.ts"

const record = ({ urls, world }: Context, hook: Hook) => hookRecord(world, urls, hook)

const list = (context: Context): Reply => {
  const { id, kind } = targetOf(context)
  return paginate(context, hooksAt(context.world.hooks, kind, id), (hook) => record(context, hook))
}

/** Creates a hook and pings it. */
const create = (context: Context): Reply => {
  const { body, urls, world } = context
  const target = targetOf(context)
  if (target.kind === "organization") requireFields(body, "name", "config")
  const settings = {
    target,
    ...readConfig(configIn(body) ?? {}),
    events: readEvents(body, target.kind, ["push"])
  }
  checkRoom(world.hooks, settings)
  const at = context.stamp()
  const hook: Hook = {
    id: 109_000_000 + world.ids.next("hook"),
    ...settings,
    createdAt: at,
    updatedAt: at,
    active: readActive(body) ?? true,
    urls,
    lastResponse: { code: null, status: "unused", message: null }
  }
  world.hooks.hooks.set(hook.id, hook)
  if (hook.active) ping(context, hook)
  const answer = record(context, hook)
  return created(answer, answer.url)
}

const update = (context: Context): Reply => {
  const { body, world } = context
  const hook = hookOf(context)
  const config = configIn(body)
  const change = {
    // A configuration in the request replaces the whole previous one, including the secret.
    ...(config === undefined ? readConfig({}, hook) : { ...readConfig(config, { ...hook, secret: null }) }),
    events: readEvents(body, hook.target.kind, hook.events)
  }
  checkRoom(world.hooks, { target: hook.target, ...change }, hook)
  Object.assign(hook, change, { active: readActive(body) ?? hook.active, updatedAt: context.stamp() })
  return ok(record(context, hook))
}

const updateConfig = (context: Context): Reply => {
  const hook = hookOf(context)
  const config = readConfig(context.body, hook)
  checkRoom(context.world.hooks, { ...hook, ...config }, hook)
  Object.assign(hook, config, { updatedAt: context.stamp() })
  return ok(configRecord(hook))
}

const remove = (context: Context): Reply => {
  context.world.hooks.hooks.delete(hookOf(context).id)
  return noContent
}

const sending =
  (send: (context: Context, hook: Hook) => void) =>
  (context: Context): Reply => {
    send(context, hookOf(context))
    return noContent
  }

interface Rights {
  readonly read: Partial<Route>
  readonly write: Partial<Route>
  readonly remove: Partial<Route>
}

const below = (root: string, { read, remove: removal, write }: Rights): Routes => ({
  [`GET ${root}`]: { run: list, ...read },
  [`POST ${root}`]: { run: create, ...write },
  [`GET ${root}/{hook_id}`]: { run: (context) => ok(record(context, hookOf(context))), ...read },
  [`PATCH ${root}/{hook_id}`]: { run: update, ...write },
  [`DELETE ${root}/{hook_id}`]: { run: remove, ...removal },
  [`GET ${root}/{hook_id}/config`]: { run: (context) => ok(configRecord(hookOf(context))), ...read },
  [`PATCH ${root}/{hook_id}/config`]: { run: updateConfig, ...write },
  [`GET ${root}/{hook_id}/deliveries`]: { run: listAttempts, ...read },
  [`GET ${root}/{hook_id}/deliveries/{delivery_id}`]: { run: getAttempt, ...read },
  [`POST ${root}/{hook_id}/deliveries/{delivery_id}/attempts`]: { run: retryAttempt, ...write },
  [`POST ${root}/{hook_id}/pings`]: { run: sending(ping), ...read }
})

const ofRepositories: Rights = {
  read: { permission: "repository_hooks=read", scopes: ["read:repo_hook", "public_repo", "repo"], isPrivate: true },
  write: { permission: "repository_hooks=write", scopes: ["write:repo_hook", "public_repo", "repo"] },
  remove: { permission: "repository_hooks=write", scopes: ["admin:repo_hook", "public_repo", "repo"] }
}

const organization = (level: string): Partial<Route> => ({
  permission: `organization_hooks=${level}`,
  scopes: ["admin:org_hook"]
})

const ofOrganizations: Rights = {
  read: organization("read"),
  write: organization("write"),
  remove: organization("write")
}

const repositoryHooks = "/repos/{owner}/{repo}/hooks"

export const hookRoutes: Routes = {
  ...below(repositoryHooks, ofRepositories),
  [`POST ${repositoryHooks}/{hook_id}/tests`]: { run: sending(test), ...ofRepositories.read },
  ...below("/orgs/{org}/hooks", ofOrganizations)
}
