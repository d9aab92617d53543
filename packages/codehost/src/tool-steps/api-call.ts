import * as ApiCall from "@inlay/agent-plugin/ApiCall"
import * as Effect from "effect/Effect"

import { CodeHost } from "../client/CodeHost.ts"
import { download, isLog, readable } from "../wire/downloads.ts"

export const apiCall = ApiCall.make({
  plugin: "codehost",
  description: "One request to any endpoint of the code host's REST API. Prefer other tools.",
  methods: ["GET", "POST", "PUT", "PATCH", "DELETE"],
  endpoint: "e.g. /repos/acme/widgets/issues?state=open",
  hints: { readOnly: false, destructive: true, idempotent: false, openWorld: true },
  cost: null,
  call: (input) =>
    Effect.gen(function* () {
      const client = yield* CodeHost
      const request = yield* download(input)
      return yield* readable(request, yield* client.call(request))
    }),
  endFirst: isLog
})
