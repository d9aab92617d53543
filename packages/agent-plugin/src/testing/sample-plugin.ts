/** A small plugin for the contract's own tests, with a step that greets and a step that fails with a given reason. */
import { ProviderError, type Reason } from "@inlay/core-http/ProviderError"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

import * as Plugin from "../Plugin.ts"
import * as ToolStep from "../steps/ToolStep.ts"

export class Greeter extends Context.Service<Greeter, { readonly greeting: string }>()(
  "@inlay/agent-plugin/testing/Greeter"
) {}

const hints = { readOnly: true, destructive: false, idempotent: true, openWorld: true }

const greet = ToolStep.make({
  id: "sample_greet",
  title: "Greet",
  description: "Greets somebody by name. Free.",
  hints,
  scopes: [],
  cost: null,
  input: Schema.Struct({
    name: Schema.String.annotate({ description: "Who is meant" }),
    times: Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 3 })))
  }),
  output: Schema.Struct({ text: Schema.String }),
  run: ({ name, times }) => Effect.map(Greeter, ({ greeting }) => ({ text: `${greeting} ${name}`.repeat(times ?? 1) }))
})

const fail = ToolStep.make({
  id: "sample_fail",
  title: "Fail",
  description: "Fails with the reason that it is given. Free.",
  hints: { readOnly: false, destructive: true, idempotent: false, openWorld: false },
  scopes: [],
  cost: null,
  input: Schema.Struct({ reason: Schema.Literals(["RateLimited", "Forbidden"]) }),
  output: Schema.Struct({}),
  run: ({ reason }) =>
    Effect.fail(
      new ProviderError({
        provider: "sample",
        operation: "fail",
        reason: { _tag: reason, what: `It is ${reason}.`, remedy: { to: "retry" } } satisfies Reason
      })
    )
})

/** The account name of each client that was made, to show whether clients are reused. */
export const connectedNames: Array<string> = []

export const samplePlugin = Plugin.make({
  id: "sample",
  title: "Sample",
  description: "A plugin for tests.",
  status: "beta",
  accountKinds: [
    {
      id: "key",
      title: "Key",
      fields: [
        { name: "base_url", label: "Base", type: "url", secret: false, required: true, help: "Where it is." },
        {
          name: "greeting",
          label: "Greeting",
          type: "text",
          secret: false,
          required: false,
          default: "Hello",
          help: "A word."
        },
        { name: "api_key", label: "Key", type: "text", secret: true, required: true, help: "A secret." }
      ],
      validate: Result.succeed,
      check: () => Effect.succeed({ ok: true, scopes: [], limits: [], problems: [] })
    }
  ],
  toolSteps: [greet, fail],
  triggers: [],
  service: Greeter,
  client: (account) =>
    Effect.sync(() => {
      connectedNames.push(account.name)
      return { greeting: account.settings["greeting"] ?? "" }
    })
})
