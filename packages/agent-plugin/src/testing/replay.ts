/** Polls a plugin's trigger against recorded responses. Sends nothing. */
import * as Spend from "@inlay/core-http/Spend"
import { Transport } from "@inlay/core-http/Transport"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

import { make } from "../account/Account.ts"
import type { Plugin } from "../Plugin.ts"
import type { Polled, Watcher } from "../triggers/Trigger.ts"

/** The response to requests that start with `request`, such as `GET /repos/acme/widgets/tags`. */
export interface RecordedAnswer {
  readonly request: string
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body: unknown
}

const spending = Spend.layerMemory("replayed")

const answering = (answers: ReadonlyArray<RecordedAnswer>) =>
  Layer.succeed(Transport, {
    send: ({ method, url }) => {
      const line = `${method} ${url.pathname}${url.search}`
      const answer = answers.find(({ request }) => line.startsWith(request))
      return answer === undefined
        ? Effect.die(new Error(`the example has no answer to ${line}`))
        : Effect.succeed({
            status: answer.status ?? 200,
            headers: { "content-type": "application/json", ...answer.headers },
            text: JSON.stringify(answer.body)
          })
    }
  })

/** Makes an account of the plugin's first kind. Required fields that are not given get placeholder values. */
const accountOf = (plugin: Plugin, values: Readonly<Record<string, string>>) => {
  const [kind] = plugin.accountKinds
  if (kind === undefined) throw new Error(`${plugin.id} has no kind of account`)
  const requiredValues = kind.fields
    .filter((field) => field.required && field.default === undefined)
    .map(({ name, type }) => [name, type === "url" ? "https://service.example" : "example"] as const)
  const fieldValues = { ...Object.fromEntries(requiredValues), ...values }
  return make({ plugin: plugin.id, name: "example", kind, values: fieldValues, revision: "1" })
}

/** Polls once against the recorded responses. */
export const replay =
  (plugin: Plugin, values: Readonly<Record<string, string>>, watcher: Watcher) =>
  (
    triggerId: string,
    target: unknown,
    cursor: string | undefined,
    answers: ReadonlyArray<RecordedAnswer>
  ): Promise<Polled<unknown>> =>
    plugin.connect(accountOf(plugin, values)).pipe(
      Effect.flatMap((connection) => connection.poll(triggerId, target, cursor, watcher)),
      Effect.provide(Layer.merge(answering(answers), spending)),
      Effect.runPromise
    )
