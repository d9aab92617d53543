// Parses the input of control actions. Invalid input is refused with a message.

import type { JsonObject } from "@inlay/sandbox-kit/json"
import { type Answer, jsonAnswer } from "@inlay/sandbox-kit/wire"

import { type Account, findAccount } from "../accounts/accounts.ts"
import { Refusal } from "../frame/errors.ts"
import { dispatchEvents } from "../hooks/dispatching.ts"
import type { Act } from "../issues/events.ts"
import type { Issue } from "../issues/issues.ts"
import { type Place, placeAt } from "../issues/trackers.ts"
import { findRepository, type Repository } from "../repositories/repositories.ts"
import type { SandboxState } from "../state.ts"

/** An invalid control action, reported with status 400. */
export class BadAction extends Error {}

export const optionalText = (body: JsonObject, name: string): string | undefined => {
  const value = body[name]
  if (value === undefined || value === null) return undefined
  if (typeof value !== "string") throw new BadAction(`${name} must be text`)
  return value
}

export const text = (body: JsonObject, name: string): string => {
  const value = optionalText(body, name)
  if (value === undefined || value === "") throw new BadAction(`${name} is missing`)
  return value
}

export const optionalNumber = (body: JsonObject, name: string): number | undefined => {
  const value = body[name]
  if (value === undefined || value === null) return undefined
  if (typeof value !== "number" || !Number.isSafeInteger(value)) throw new BadAction(`${name} must be a whole number`)
  return value
}

export const number = (body: JsonObject, name: string): number => {
  const value = optionalNumber(body, name)
  if (value === undefined) throw new BadAction(`${name} is missing`)
  return value
}

export const choice = <A extends string>(body: JsonObject, name: string, choices: ReadonlyArray<A>, usual?: A): A => {
  const value = body[name] ?? usual
  const match = choices.find((one) => one === value)
  if (match === undefined) throw new BadAction(`${name} must be one of ${choices.join(", ")}`)
  return match
}

/** The account that acts. Defaults to `ada`. */
export const actorIn = ({ world }: SandboxState, body: JsonObject): Account => {
  const login = optionalText(body, "login") ?? "ada"
  const account = findAccount(world, login)
  if (account === undefined || account.type === "Organization") throw new BadAction(`there is nobody called ${login}`)
  return account
}

/** Defaults to `acme/widgets`. */
export const repositoryIn = ({ world }: SandboxState, body: JsonObject): Repository => {
  const name = optionalText(body, "repository") ?? "acme/widgets"
  const [owner = "", repo = ""] = name.split("/")
  const repository = findRepository(world, owner, repo)
  if (repository === undefined) throw new BadAction(`there is no repository ${name}`)
  return repository
}

export const placeIn = (state: SandboxState, body: JsonObject): Place => placeAt(state.world, repositoryIn(state, body))

export const issueIn = ({ tracker }: Place, body: JsonObject): Issue => {
  const issue = tracker.find(number(body, "number"))
  if (issue === undefined) throw new BadAction(`there is no issue or pull request ${String(body["number"])}`)
  return issue
}

export const actBy = ({ clock }: SandboxState, { id }: Account): Act => ({ actorId: id, at: clock.stamp() })

/** Runs an action, then sends the resulting hook events and notifications. */
export const action =
  (run: (state: SandboxState, body: JsonObject, actor: Account) => object) =>
  (state: SandboxState, body: JsonObject): Answer => {
    try {
      const actor = actorIn(state, body)
      const answer = run(state, body, actor)
      dispatchEvents(state, actor.id)
      return jsonAnswer(200, answer)
    } catch (error) {
      if (error instanceof BadAction || error instanceof Refusal) return jsonAnswer(400, { message: error.message })
      throw error
    }
  }
