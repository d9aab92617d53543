// Parses and validates the input of issue writes before anything is changed.
// Source: https://docs.github.com/en/rest/issues/issues#create-an-issue

import { isObject, type JsonObject } from "@inlay/sandbox-kit/json"

import { accountById } from "../accounts/accounts.ts"
import type { Context } from "../frame/context.ts"
import { type FieldProblem, invalidRequest, validationFailed } from "../frame/errors.ts"
import { nullableText, optionalChoice } from "../frame/fields.ts"
import { hasRole, roleOf } from "../repositories/repositories.ts"
import { findAssignable } from "./assignees.ts"
import { type Milestone, type StateReason, stateReasons } from "./issues.ts"
import type { Place } from "./trackers.ts"
import { typeNamed } from "./types.ts"

/** A member is undefined if the request does not contain it. */
export interface IssueInput {
  readonly title: string | undefined
  readonly body: string | null | undefined
  readonly labels: ReadonlyArray<string> | undefined
  readonly assigneeIds: ReadonlyArray<number> | undefined
  readonly milestone: Milestone | null | undefined
  readonly type: string | null | undefined
  readonly state: "open" | "closed" | undefined
  readonly stateReason: StateReason | undefined
}

const mostTitleCharacters = 256
const mostBodyCharacters = 65_536

const problem = (field: string, code: FieldProblem["code"], more: Partial<FieldProblem> = {}, resource = "Issue") =>
  validationFailed({ resource, field, code, ...more })

/** The title, which may be sent as a number. `resource` names the resource in error messages. */
export const readTitle = ({ title }: JsonObject, resource = "Issue"): string | undefined => {
  if (title === undefined || title === null) return undefined
  if (typeof title !== "string" && typeof title !== "number") {
    throw invalidRequest(`For 'properties/title', ${JSON.stringify(title)} is not a string.`)
  }
  const text = String(title).trim()
  if (text === "") throw problem("title", "missing_field", {}, resource)
  if (text.length > mostTitleCharacters) {
    const message = `title is too long (maximum is ${mostTitleCharacters} characters)`
    throw problem("title", "custom", { message }, resource)
  }
  return text
}

export const readBody = (body: JsonObject, resource = "Issue"): string | null | undefined => {
  const text = nullableText(body, "body")
  if (text !== undefined && text !== null && text.length > mostBodyCharacters) {
    const message = `body is too long (maximum is ${mostBodyCharacters} characters)`
    throw problem("body", "custom", { message }, resource)
  }
  return text
}

/** Names in a list. Items are strings, or objects that hold the name under `key`. */
export const readNames = (body: JsonObject, field: string, key: string): ReadonlyArray<string> | undefined => {
  const value = body[field]
  if (value === undefined || value === null) return undefined
  const items: ReadonlyArray<unknown> | undefined = Array.isArray(value) ? value : undefined
  if (items === undefined) throw invalidRequest(`For 'properties/${field}', ${JSON.stringify(value)} is not an array.`)
  return items.map((item) => {
    const name = isObject(item) ? item[key] : item
    if (typeof name === "string") return name
    throw invalidRequest(`For 'items', ${JSON.stringify(item)} is not a string.`)
  })
}

const readAssignees = (place: Place, body: JsonObject): ReadonlyArray<number> | undefined => {
  const single = nullableText(body, "assignee")
  const names =
    readNames(body, "assignees", "login") ??
    (single === undefined ? undefined : single === null || single === "" ? [] : [single])
  return names?.map((login) => {
    const person = findAssignable(place, login)
    if (person === undefined) throw problem("assignees", "invalid", { value: login })
    return person.id
  })
}

/** A value as error messages show it. */
const textOf = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value))

const readMilestone = ({ tracker }: Place, { milestone }: JsonObject): Milestone | null | undefined => {
  if (milestone === undefined || milestone === null) return milestone
  const text = textOf(milestone)
  const match = tracker.milestones.find(({ number }) => String(number) === text)
  if (match === undefined) throw problem("milestone", "invalid", { value: text })
  return match
}

const readType = ({ repository, world }: Place, body: JsonObject): string | null | undefined => {
  const value = isObject(body["type"]) ? body["type"]["value"] : body["type"]
  if (value === undefined || value === null) return value
  const isOrganization = accountById(world, repository.ownerId).type === "Organization"
  const type = isOrganization && typeof value === "string" ? typeNamed(value) : undefined
  if (type === undefined) throw problem("type", "invalid", { value: textOf(value) })
  return type
}

/** Whether the caller has the triage role: may label, assign and close the issues of others. */
export const mayTriage = ({ viewer, world }: Context, { repository }: Place): boolean =>
  hasRole(roleOf(world, repository, viewer), "triage")

/**
 * Reads the input of an issue. Without the triage role, labels, assignees and similar fields are ignored silently, as
 * the service does.
 */
export const readInput = (context: Context, place: Place): IssueInput => {
  const { body } = context
  const sorts = mayTriage(context, place)
  return {
    title: readTitle(body),
    body: readBody(body),
    labels: sorts ? readNames(body, "labels", "name") : undefined,
    assigneeIds: sorts ? readAssignees(place, body) : undefined,
    milestone: sorts ? readMilestone(place, body) : undefined,
    type: sorts ? readType(place, body) : undefined,
    state: optionalChoice(body, "state", ["open", "closed"]),
    stateReason: optionalChoice(body, "state_reason", stateReasons)
  }
}
