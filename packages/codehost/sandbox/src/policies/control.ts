// Control actions that set the policies of one account or one repository.

import { isObject, type JsonObject } from "@inlay/sandbox-kit/json"
import { type Answer, jsonAnswer } from "@inlay/sandbox-kit/wire"

import { findAccount } from "../accounts/accounts.ts"
import { findRepository, fullName, type Repository } from "../repositories/repositories.ts"
import type { SandboxState } from "../state.ts"
import {
  type AccountPolicy,
  accountPolicy,
  blockReasons,
  noAccountPolicy,
  type RepositoryPolicy,
  repositoryPolicy
} from "./policies.ts"

const bad = (message: string): Answer => jsonAnswer(400, { message })

const namesOf = Object.keys(noAccountPolicy)

const isTexts = (value: unknown): value is Readonly<Record<string, string>> =>
  isObject(value) && Object.values(value).every((item) => typeof item === "string")

const isNumbers = (value: unknown): value is ReadonlyArray<number> =>
  Array.isArray(value) && value.every((item) => typeof item === "number")

const policiesAnswer = ({ policies, world }: SandboxState): Answer =>
  jsonAnswer(200, {
    accounts: Object.fromEntries(policies.accounts),
    repositories: Object.fromEntries(
      [...policies.repositories].map(([id, policy]) => {
        const repository = world.repositories.byId.get(id)
        return [repository === undefined ? String(id) : fullName(world, repository), policy]
      })
    )
  })

const setAccount = (state: SandboxState, login: string, changes: JsonObject): Answer => {
  const account = findAccount(state.world, login)
  if (account === undefined) return bad(`there is no account ${login}`)
  const isKnown = Object.entries(changes).every(([name, value]) => namesOf.includes(name) && typeof value === "boolean")
  if (!isKnown) return bad(`an account's policy may hold ${namesOf.join(", ")}: true or false`)
  const policy: AccountPolicy = { ...accountPolicy(state.policies, login), ...changes }
  state.policies.accounts.set(login.toLowerCase(), policy)
  return policiesAnswer(state)
}

const setRepository = (state: SandboxState, repository: Repository, changes: JsonObject): Answer => {
  const {
    actionsDisabled,
    archived,
    blocked,
    deletedIssues,
    hidesPeople,
    issues,
    movedIssues,
    protection,
    rules,
    ...others
  } = changes
  const [unknown] = Object.keys(others)
  if (unknown !== undefined) return bad(`a repository's policy does not hold ${unknown}`)
  const reason = blocked === null ? null : blockReasons.find((one) => one === blocked)
  if (blocked !== undefined && reason === undefined)
    return bad(`blocked must be null or one of ${blockReasons.join(", ")}`)
  for (const [name, value] of Object.entries({ actionsDisabled, archived, hidesPeople, issues })) {
    if (value !== undefined && typeof value !== "boolean") return bad(`${name} must be true or false`)
  }
  for (const [name, value] of Object.entries({ movedIssues, protection, rules })) {
    if (value !== undefined && !isTexts(value)) return bad(`${name} must be texts by name`)
  }
  if (deletedIssues !== undefined && !isNumbers(deletedIssues)) return bad("deletedIssues must be a list of numbers")
  const before = repositoryPolicy(state.policies, repository.id)
  const policy: RepositoryPolicy = {
    blocked: reason === undefined ? before.blocked : reason,
    actionsDisabled: typeof actionsDisabled === "boolean" ? actionsDisabled : before.actionsDisabled,
    hidesPeople: typeof hidesPeople === "boolean" ? hidesPeople : before.hidesPeople,
    protection: isTexts(protection) ? protection : before.protection,
    rules: isTexts(rules) ? rules : before.rules,
    deletedIssues: isNumbers(deletedIssues) ? deletedIssues : before.deletedIssues,
    movedIssues: isTexts(movedIssues) ? movedIssues : before.movedIssues
  }
  state.policies.repositories.set(repository.id, policy)
  if (typeof archived === "boolean") repository.archived = archived
  if (typeof issues === "boolean") repository.hasIssues = issues
  return policiesAnswer(state)
}

const setPolicy = (state: SandboxState, body: JsonObject): Answer => {
  const { account, repository, ...changes } = body
  if (typeof account === "string") return setAccount(state, account, changes)
  if (typeof repository !== "string") return bad("account or repository must say whose policy it is")
  const [owner = "", name = ""] = repository.split("/")
  const target = findRepository(state.world, owner, name)
  return target === undefined ? bad(`there is no repository ${repository}`) : setRepository(state, target, changes)
}

export const policyReads: Readonly<Record<string, (state: SandboxState) => Answer>> = { "/policies": policiesAnswer }

export const policyWrites: Readonly<Record<string, (state: SandboxState, body: JsonObject) => Answer>> = {
  "/policies": setPolicy
}
