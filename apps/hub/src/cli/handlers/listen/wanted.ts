/** Selects the events for `inlay listen`. Validates the choice before anything is connected. */
import type { Plugin } from "@inlay/agent-plugin/Plugin"
import { inputSchema } from "@inlay/agent-plugin/ToolSchema"
import type { Trigger } from "@inlay/agent-plugin/Trigger"
import * as Effect from "effect/Effect"

import { wrongField } from "../../../hub-error.ts"
import { typesOf, type Property } from "../../input/property.ts"
import { withFlags } from "../../parsing/flag-names.ts"
import { triggerById } from "../triggers/trigger-by-id.ts"

export interface EventChoice {
  readonly trigger: string
  /** `owner/name`. */
  readonly repo: string | undefined
  /** JSON. */
  readonly target: string | undefined
  /** `name=value`, repeatable. */
  readonly filters: ReadonlyArray<string>
}

export interface WantedEvents {
  readonly plugin: Plugin
  readonly trigger: Trigger<never>
  readonly target: unknown
  readonly filters: unknown
}

const wrong = (field: string, message: string) => wrongField("listen", field, message)

/** JSON, or `undefined` for any other text. */
const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const targetOf = Effect.fnUntraced(function* ({ repo, target }: EventChoice) {
  if (repo !== undefined && target !== undefined) return yield* wrong("--repo", "cannot be combined with --target")
  if (target !== undefined) {
    const value = parseJson(target)
    return value === undefined ? yield* wrong("--target", "must be JSON") : value
  }
  if (repo === undefined) return {}
  const [, owner, name] = /^([^/\s]+)\/([^/\s]+)$/.exec(repo) ?? []
  if (owner === undefined || name === undefined)
    return yield* wrong("--repo", "must be owner/name, such as acme/widgets")
  return { owner, repo: name }
})

/**
 * The value of a filter. A filter that takes a text takes the text as it is written, unless that is JSON of a string or
 * a list: `2026` and `true` are labels, too. Any other filter takes JSON, such as `true` or `7`.
 */
const valueOf = (text: string, types: ReadonlyArray<unknown>): unknown => {
  const value = parseJson(text)
  if (!types.includes("string")) return value ?? text
  return typeof value === "string" || Array.isArray(value) ? value : text
}

const filtersOf = Effect.fnUntraced(function* (texts: ReadonlyArray<string>, trigger: Trigger<never>) {
  const { properties = {} } = inputSchema({ input: trigger.filters })
  const all = new Map<string, ReadonlyArray<unknown>>()
  for (const text of texts) {
    const at = text.indexOf("=")
    if (at < 1) return yield* wrong("--filter", "must be name=value, such as label=bug")
    const name = text.slice(0, at)
    const types = Object.hasOwn(properties, name) ? typesOf(properties[name] as Property) : []
    all.set(name, [...(all.get(name) ?? []), valueOf(text.slice(at + 1), types)].flat())
  }
  return Object.fromEntries([...all].map(([name, values]) => [name, values.length === 1 ? values[0] : values]))
})

export const wantedEvents = Effect.fnUntraced(function* (plugins: ReadonlyArray<Plugin>, choice: EventChoice) {
  const { plugin, trigger } = yield* triggerById(plugins, choice.trigger)
  const [target, filters] = [yield* targetOf(choice), yield* filtersOf(choice.filters, trigger)]
  const read = Effect.fromResult(trigger.read({ target, filters })).pipe(
    Effect.mapError((error) => withFlags(error, choice.target !== undefined))
  )
  return { plugin, trigger, ...(yield* read) } satisfies WantedEvents
})
