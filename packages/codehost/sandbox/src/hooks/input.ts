// Parses and validates the settings of a hook, with the service's error messages.

import { isObject, type JsonObject } from "@inlay/sandbox-kit/json"

import { type FieldProblem, validationFailed } from "../frame/errors.ts"
import { optionalChoice, optionalFlag, optionalText, optionalTexts } from "../frame/fields.ts"
import { isEventOf } from "./events.ts"
import { type Hook, hooksAt, type HookStore } from "./hooks.ts"

/** The most hooks per event for one repository or organization. */
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

/** A complete configuration. Missing values are taken from `before`, or else from the defaults. */
export const readConfig = (config: JsonObject, before?: Config): Config => {
  const url = checkUrl(optionalText(config, "url") ?? before?.url)
  const insecure = config["insecure_ssl"]
  const secret = optionalText(config, "secret")
  return {
    url,
    contentType: optionalChoice(config, "content_type", ["json", "form"]) ?? before?.contentType ?? "form",
    insecureSsl: insecure === undefined ? (before?.insecureSsl ?? false) : insecure === "1" || insecure === 1,
    // The asterisks that the service shows in place of a secret do not change the secret.
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

/** The events of a hook, given as a full list or as events to add and remove. */
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

/**
 * Refuses a hook with the same URL and content type as another one and an event in common, and more than 20 hooks for
 * one event.
 */
export const checkRoom = (store: HookStore, settings: HookSettings, own?: Hook): void => {
  const { contentType, events, target, url } = settings
  const others = hooksAt(store, target.kind, target.id).filter((hook) => hook !== own)
  const isSame = (hook: Hook): boolean =>
    hook.url === url && hook.contentType === contentType && overlap(hook.events, events)
  if (others.some(isSame)) throw refuse(problem(`Hook already exists on this ${target.kind}`))
  const full = events.find((event) => others.filter((hook) => hook.events.includes(event)).length >= mostHooks)
  if (full !== undefined) throw refuse(problem(`The "${full}" event cannot have more than ${mostHooks} hooks`))
}
