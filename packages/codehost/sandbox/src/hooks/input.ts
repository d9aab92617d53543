// What callers say of a hook, and what speaks against it, in the service's words.

import { isObject, type JsonObject } from "@inlay/sandbox-kit/json"

import { type FieldProblem, validationFailed } from "../frame/errors.ts"
import { optionalChoice, optionalFlag, optionalText, optionalTexts } from "../frame/fields.ts"
import { type Hook, hooksAt, type HookStore } from "./data.ts"
import { isEventOf } from "./events.ts"

/** So many hooks may listen to one event at one place. */
const mostHooks = 20

const problem = (message: string, field?: string): FieldProblem => ({
  resource: "Hook",
  code: "custom",
  ...(field === undefined ? {} : { field }),
  message
})

const refuse = (...problems: ReadonlyArray<FieldProblem>) => validationFailed(...problems)

export type Config = Pick<Hook, "url" | "contentType" | "secret" | "insecureSsl">

const checkUrl = (url: string | undefined): string => {
  if (url === undefined || url.trim() === "") throw refuse(problem("url cannot be blank", "url"))
  const protocol = URL.canParse(url) ? new URL(url).protocol : undefined
  if (protocol === "http:" || protocol === "https:") return url
  throw refuse(problem(protocol === undefined ? "url is missing a scheme" : "url has an unsupported scheme", "url"))
}

/** A whole configuration: what is not said is as usual, or as it was in what is changed. */
export const readConfig = (config: JsonObject, before?: Config): Config => {
  const url = checkUrl(optionalText(config, "url") ?? before?.url)
  const insecure = config["insecure_ssl"]
  const secret = optionalText(config, "secret")
  return {
    url,
    contentType: optionalChoice(config, "content_type", ["json", "form"]) ?? before?.contentType ?? "form",
    insecureSsl: insecure === undefined ? (before?.insecureSsl ?? false) : insecure === "1" || insecure === 1,
    // What the service shows instead of a secret is no secret.
    secret: secret === undefined || secret === "********" ? (before?.secret ?? null) : secret === "" ? null : secret
  }
}

export const configIn = ({ config }: JsonObject): JsonObject | undefined => {
  if (config === undefined || config === null) return undefined
  if (isObject(config)) return config
  throw refuse(problem("config must be an object", "config"))
}

const checkEvents = (kind: Hook["target"]["kind"], events: ReadonlyArray<string>): ReadonlyArray<string> => {
  if (events.length === 0) throw refuse(problem("events cannot be empty", "events"))
  const unknown = events.filter((event) => !isEventOf(kind, event))
  if (unknown.length > 0) throw refuse(problem(`These events are not supported: ${unknown.join(", ")}`, "events"))
  return [...new Set(events)]
}

/** All that is said of events: a list, or what is added and removed. */
export const readEvents = (body: JsonObject, kind: Hook["target"]["kind"], before: ReadonlyArray<string>) => {
  const list = optionalTexts(body, "events") ?? before
  const [more, less] = [optionalTexts(body, "add_events") ?? [], optionalTexts(body, "remove_events") ?? []]
  return checkEvents(
    kind,
    [...list, ...more].filter((event) => !less.includes(event))
  )
}

export const readActive = (body: JsonObject): boolean | undefined => optionalFlag(body, "active")

type HookSettings = Config & Pick<Hook, "target" | "events">

const overlap = (one: ReadonlyArray<string>, other: ReadonlyArray<string>): boolean =>
  one.includes("*") || other.includes("*") || one.some((event) => other.includes(event))

/** Refuses a second hook that would be sent the same to the same address, and the 21st for an event. */
export const checkRoom = (store: HookStore, settings: HookSettings, own?: Hook): void => {
  const { contentType, events, target, url } = settings
  const others = hooksAt(store, target.kind, target.id).filter((hook) => hook !== own)
  const isSame = (hook: Hook): boolean =>
    hook.url === url && hook.contentType === contentType && overlap(hook.events, events)
  if (others.some(isSame)) throw refuse(problem(`Hook already exists on this ${target.kind}`))
  const full = events.find((event) => others.filter((hook) => hook.events.includes(event)).length >= mostHooks)
  if (full !== undefined) throw refuse(problem(`The "${full}" event cannot have more than ${mostHooks} hooks`))
}
