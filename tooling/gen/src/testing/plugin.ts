/** A plugin for the generators' tests: one step that costs, one that is free, one trigger, one account kind. */
import type { Plugin } from "@inlay/agent-plugin/Plugin"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

const hints = { readOnly: true, destructive: false, idempotent: true, openWorld: true }
const never = () => Effect.die("nothing runs while generating")

export const demo: Plugin = {
  id: "demo",
  title: "Demo",
  description: "A plugin for tests.",
  status: "beta",
  accountKinds: [
    {
      id: "key",
      title: "Key",
      fields: [
        { name: "api_key", label: "API key", type: "text", secret: true, required: true, help: "From a | b." },
        { name: "day", label: "Day", type: "number", secret: false, required: false, default: "7", help: "Days." }
      ],
      check: never
    }
  ],
  toolSteps: [
    {
      id: "demo_find_one",
      title: "Find One",
      description: "Finds one record by its id.",
      hints,
      scopes: ["read"],
      cost: { unit: "credits", upTo: 2, note: "1 to 2 a match" },
      input: Schema.Struct({ id: Schema.String }),
      output: Schema.Struct({ record: Schema.Unknown }),
      run: never
    },
    {
      id: "demo_list",
      title: "List",
      description: "Lists all records that there are.",
      hints,
      scopes: [],
      cost: null,
      input: Schema.Struct({}),
      output: Schema.Struct({}),
      run: never
    }
  ],
  triggers: [
    {
      id: "demo_new_record",
      title: "New record",
      category: "Records",
      description: "A record was added.",
      delivery: { via: "webhook", events: ["record"], needs: [] },
      output: Schema.Struct({}),
      match: () => [],
      key: () => "",
      fixture: "record"
    }
  ],
  connect: never
}
