/** Events for the tests of triggers: the plugin's own examples, changed as a test says, and the published ones. */
import { readFileSync } from "node:fs"

import type { Trigger, Watcher } from "@inlay/agent-plugin/Trigger"

// oxlint-disable-next-line typescript/no-explicit-any -- the service's own JSON, as a test reads it
export type Json = any

interface Published {
  readonly name: string
  readonly examples: ReadonlyArray<Json>
}

/** Of `@octokit/webhooks-examples`: 58 events, 329 payloads. */
export const published: ReadonlyArray<Published> = JSON.parse(
  readFileSync(new URL("../node_modules/@octokit/webhooks-examples/api.github.com/index.json", import.meta.url), "utf8")
)

/** Whose account it is, in the examples. */
export const grace: Watcher = { login: "grace", scopes: ["repo", "admin:org_hook", "notifications"] }

/** The event of a trigger's fixture. */
export const exampleOf = (name: string): { readonly name: string; readonly body: Json } => {
  const file = new URL(`../fixtures/events/${name}.json`, import.meta.url)
  return JSON.parse(readFileSync(file, "utf8"))
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** A body with some of its fields changed, nested ones too. */
export const altered = (body: Json, changes: Json): Json =>
  isRecord(body) && isRecord(changes)
    ? {
        ...body,
        ...Object.fromEntries(Object.entries(changes).map(([key, value]) => [key, altered(body[key], value)]))
      }
    : changes

/** What a trigger makes of an event, before filters. */
export const matched = (
  trigger: Pick<Trigger<never>, "match">,
  name: string,
  body: unknown,
  watcher: Watcher = grace
): ReadonlyArray<Json> => trigger.match({ name, body }, watcher)

/** What it makes of its fixture's event, with some fields changed. */
export const alteredMatch =
  (trigger: Pick<Trigger<never>, "match">, fixture: string) =>
  (changes: Json = {}, watcher: Watcher = grace): ReadonlyArray<Json> => {
    const { name, body } = exampleOf(fixture)
    return matched(trigger, name, altered(body, changes), watcher)
  }
