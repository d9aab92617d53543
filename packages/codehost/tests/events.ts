/** Events for trigger tests: the plugin's own examples, optionally modified, and the published examples. */
import { readFileSync } from "node:fs"

import type { Trigger, Watcher } from "@inlay/agent-plugin/Trigger"

// oxlint-disable-next-line typescript/no-explicit-any -- untyped JSON of the service
export type Json = any

interface Published {
  readonly name: string
  readonly examples: ReadonlyArray<Json>
}

/** The examples of `@octokit/webhooks-examples`: 58 events, 329 payloads. */
export const published: ReadonlyArray<Published> = JSON.parse(
  readFileSync(new URL("../node_modules/@octokit/webhooks-examples/api.github.com/index.json", import.meta.url), "utf8")
)

/** The owner of the account in the examples. */
export const grace: Watcher = { login: "grace", scopes: ["repo", "admin:org_hook", "notifications"] }

/** Returns the event of a trigger's fixture. */
export const exampleOf = (name: string): { readonly name: string; readonly body: Json } => {
  const file = new URL(`../fixtures/events/${name}.json`, import.meta.url)
  return JSON.parse(readFileSync(file, "utf8"))
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** Returns a body with some of its fields changed, including nested ones. */
export const altered = (body: Json, changes: Json): Json =>
  isRecord(body) && isRecord(changes)
    ? {
        ...body,
        ...Object.fromEntries(Object.entries(changes).map(([key, value]) => [key, altered(body[key], value)]))
      }
    : changes

/** Returns the occurrences that a trigger finds in an event, before filters. */
export const matched = (
  trigger: Pick<Trigger<never>, "match">,
  name: string,
  body: unknown,
  watcher: Watcher = grace
): ReadonlyArray<Json> => trigger.match({ name, body }, watcher)

/** Returns the occurrences that a trigger finds in its fixture's event with some fields changed. */
export const alteredMatch =
  (trigger: Pick<Trigger<never>, "match">, fixture: string) =>
  (changes: Json = {}, watcher: Watcher = grace): ReadonlyArray<Json> => {
    const { name, body } = exampleOf(fixture)
    return matched(trigger, name, altered(body, changes), watcher)
  }
