import { describe, expect, it } from "vitest"

import { checkEdges } from "./check.ts"
import { rows } from "./edges.ts"
import { graphOf } from "./graph.ts"

const exports = {
  ".": "./src/index.ts",
  "./client": "./src/client/index.ts",
  "./manifest": "./src/manifest.gen.ts",
  "./detect": "./src/detect.ts",
  "./mcp": "./src/mcp/server.ts",
  "./internal/*": null
}
const packages = [
  ...["core-http", "agent-plugin", "ui", "salesdata", "codehost"].map((name) => ({
    name: `@inlay/${name}`,
    folder: `packages/${name}`,
    exports
  })),
  { name: "@inlay/hub", folder: "apps/hub", exports },
  { name: "@inlay/browser", folder: "tooling/browser", exports }
]

type Sources = Readonly<Record<string, string>>

const rulesBroken = (sources: Sources): ReadonlyArray<string> =>
  checkEdges(graphOf({ packages, sources: new Map(Object.entries(sources)) })).map(({ rule }) => rule)

/** One file with one import, written `path < specifier`; `type` before the specifier for a type import. */
const one = (sample: string): Sources => {
  const [path = "", target = ""] = sample.split(" < ")
  const type = target.startsWith("type ")
  return { [path]: `import ${type ? "type " : ""}{ a } from "${target.replace("type ", "")}"` }
}

const popup = "apps/extension/entrypoints/popup/popup.tsx"
const client = "packages/salesdata/src/client/People.ts"

interface Samples {
  readonly broken: ReadonlyArray<string | Sources>
  readonly kept: ReadonlyArray<string | Sources>
}

const samples: Readonly<Record<string, Samples>> = {
  "left-only": {
    broken: ["packages/salesdata/src/a.ts < @inlay/hub", "packages/salesdata/src/a.ts < type @inlay/browser"],
    kept: ["packages/salesdata/src/a.test.ts < @inlay/browser", "apps/hub/src/a.ts < @inlay/salesdata"]
  },
  "core-alone": {
    broken: ["packages/core-http/src/a.ts < undici", "packages/core-http/src/a.ts < node:fs"],
    kept: ["packages/core-http/src/a.ts < effect/Effect", "packages/core-http/src/a.test.ts < vitest"]
  },
  "core-on-node": {
    broken: ["packages/core-http/src/transport/node.ts < ws"],
    kept: ["packages/core-http/src/transport/node.ts < undici"]
  },
  "contract-below-plugins": {
    broken: [
      "packages/agent-plugin/src/a.ts < @inlay/salesdata",
      "packages/agent-plugin/src/a.ts < type @inlay/codehost"
    ],
    kept: ["packages/agent-plugin/src/a.ts < @inlay/core-http", "packages/agent-plugin/src/testing/a.ts < node:fs"]
  },
  "stores-below-plugins": {
    broken: [
      "packages/sql-stores/src/a.ts < @inlay/agent-plugin",
      "packages/sql-stores/src/a.ts < type @inlay/salesdata"
    ],
    kept: ["packages/sql-stores/src/a.ts < @inlay/core-http", "packages/sql-stores/src/a.ts < effect/Effect"]
  },
  "drawing-alone": {
    broken: ["packages/ui/src/a.tsx < @inlay/salesdata", "packages/ui/src/a.tsx < type @inlay/core-http"],
    kept: ["packages/ui/src/a.tsx < type @inlay/agent-plugin/manifest", "packages/ui/src/a.tsx < preact"]
  },
  "plugins-apart": {
    broken: [
      "packages/salesdata/src/a.ts < @inlay/codehost",
      "packages/salesdata/src/a.test.ts < @inlay/codehost",
      "packages/salesdata/src/a.ts < ../../codehost/src/b.ts"
    ],
    kept: ["packages/salesdata/src/a.ts < @inlay/agent-plugin", "packages/salesdata/src/a.ts < @inlay/salesdata/client"]
  },
  "client-rooms": {
    broken: [
      `${client} < node:fs`,
      `${client} < ../plugin.ts`,
      "packages/salesdata/src/promise.ts < @inlay/agent-plugin"
    ],
    kept: [
      `${client} < @inlay/core-http`,
      `${client} < ../wire/errors.ts`,
      `${client} < ../detect.ts`,
      `${client} < effect/Schema`
    ]
  },
  "client-without-contract": {
    broken: [
      { [client]: 'import "../identity/a.ts"', "packages/salesdata/src/identity/a.ts": 'import "@inlay/agent-plugin"' }
    ],
    kept: [
      {
        [client]: 'import "../identity/a.ts"',
        "packages/salesdata/src/identity/a.ts": 'import type { A } from "@inlay/agent-plugin"'
      }
    ]
  },
  "apps-apart": {
    broken: ["apps/extension/entrypoints/background.ts < @inlay/hub", "apps/sandbox/src/a.ts < @inlay/browser"],
    kept: ["apps/hub/src/a.test.ts < ../../sandbox/src/index.ts", "apps/hub/src/a.ts < @inlay/hub"]
  },
  "tooling-below-apps": {
    broken: ["tooling/gen/src/a.ts < @inlay/hub"],
    kept: ["tooling/e2e/src/a.ts < @inlay/hub", "tooling/gen/src/a.ts < @inlay/salesdata/manifest"]
  },
  "pages-are-pure": {
    broken: [
      `${popup} < @inlay/salesdata`,
      `${popup} < ../../vault/keys.ts`,
      `${popup} < ../../messaging/router.ts`,
      "apps/extension/features/enrich/view.tsx < @inlay/core-http"
    ],
    kept: [
      `${popup} < preact/hooks`,
      `${popup} < ./app.tsx`,
      `${popup} < @/messaging/client.ts`,
      `${popup} < @inlay/salesdata/detect`,
      `${popup} < type @inlay/salesdata`,
      "apps/extension/features/report/view/chart.tsx < uplot",
      "apps/extension/entrypoints/page-card.ts < wxt/utils/define-unlisted-script",
      "apps/extension/features/enrich/feature.ts < @inlay/salesdata/client"
    ]
  },
  "pages-without-effect": {
    broken: [
      { [popup]: 'import "@/messaging/contract"', "apps/extension/messaging/contract.ts": 'import "effect/Schema"' }
    ],
    kept: [
      {
        [popup]: 'import "@/messaging/contract"',
        "apps/extension/messaging/contract.ts": 'import type * as S from "effect/Schema"'
      }
    ]
  },
  "console-is-pure": {
    broken: [
      "apps/hub/src/web/a.tsx < effect/Effect",
      "apps/hub/src/web/a.tsx < ../agents/http/api/tools.ts",
      "apps/hub/src/web/a.tsx < node:fs",
      "apps/hub/src/web/a.tsx < @inlay/salesdata"
    ],
    kept: [
      "apps/hub/src/web/a.tsx < type ../agents/http/api/tools.ts",
      "apps/hub/src/web/a.tsx < preact/hooks",
      "apps/hub/src/web/built.ts < node:fs"
    ]
  },
  "events-below-agents": {
    broken: [
      "apps/hub/src/inbound/a.ts < ../agents/http/failure.ts",
      "apps/hub/src/serving/a.ts < type ../agents/http/failure.ts"
    ],
    kept: [
      "apps/hub/src/inbound/a.ts < ../serving/front.ts",
      "apps/hub/src/agents/a.ts < ../inbound/Inbound.ts",
      "apps/hub/src/inbound/a.test.ts < ../agents/http/failure.ts"
    ]
  },
  "extension-features-on-top": {
    broken: [
      "apps/extension/messaging/router.ts < ../features/hub/requests.ts",
      "apps/extension/browser/Browser.ts < ../features/panel/invitations.ts"
    ],
    kept: [
      "apps/extension/messaging/requests.ts < ../features/hub/requests.ts",
      "apps/extension/messaging/contract.ts < type ../features/hub/requests.ts",
      "apps/extension/features/hub/worker.ts < ../accounts/requests.ts"
    ]
  },
  "extension-messaging-below": {
    broken: [
      "apps/extension/messaging/own-failures.ts < ../vault/database/open.ts",
      "apps/extension/messaging/router.ts < type ../providers/Steps.ts"
    ],
    kept: ["apps/extension/vault/accounts.ts < ../messaging/own-failures.ts"]
  },
  "extension-vault-below": {
    broken: ["apps/extension/vault/accounts.ts < ../providers/Steps.ts"],
    kept: ["apps/extension/providers/ConnectedAccounts.ts < ../vault/accounts.ts"]
  },
  "extension-without-ai": {
    broken: [
      "apps/extension/entrypoints/background.ts < @inlay/agent-plugin/mcp",
      {
        "apps/extension/entrypoints/background.ts": 'import "@inlay/agent-plugin"',
        "packages/agent-plugin/src/index.ts": 'export * from "./a.ts"',
        "packages/agent-plugin/src/a.ts": 'import "effect/ai/McpServer"'
      }
    ],
    kept: [
      "apps/extension/entrypoints/background.ts < @inlay/agent-plugin",
      "apps/hub/src/a.ts < @inlay/agent-plugin/mcp"
    ]
  },
  "sandbox-is-an-oracle": {
    broken: [
      "packages/salesdata/sandbox/a.ts < ../src/identifiers.ts",
      "packages/salesdata/sandbox/a.ts < type ../src/schema/Person.ts",
      "packages/salesdata/sandbox/a.test.ts < ../src/identifiers.ts"
    ],
    kept: ["packages/salesdata/sandbox/a.ts < ../fixtures/person.json", "packages/salesdata/sandbox/a.ts < ./b.ts"]
  },
  "kit-alone": {
    broken: [
      "packages/sandbox-kit/src/a.ts < @inlay/core-http",
      "packages/sandbox-kit/src/a.ts < type @inlay/salesdata"
    ],
    kept: ["packages/sandbox-kit/src/a.ts < ./b.ts", "packages/salesdata/sandbox/a.ts < ../../sandbox-kit/src/wire.ts"]
  },
  "sandbox-on-node": {
    broken: ["packages/salesdata/sandbox/a.ts < effect/Effect", "packages/codehost/sandbox/a.ts < graphql-yoga"],
    kept: [
      "packages/salesdata/sandbox/a.ts < node:http",
      "packages/codehost/sandbox/a.ts < graphql",
      "packages/salesdata/sandbox/a.test.ts < vitest"
    ]
  },
  "no-effect-barrel": {
    broken: ["packages/salesdata/src/a.ts < effect", "apps/hub/src/a.ts < type effect"],
    kept: ["packages/salesdata/src/a.ts < effect/Effect", "packages/salesdata/src/a.test.ts < effect"]
  },
  exported: {
    broken: ["apps/hub/src/a.ts < @inlay/salesdata/internal/errors"],
    kept: ["apps/hub/src/a.ts < @inlay/salesdata"]
  }
}

const label = (sample: string | Sources): string =>
  typeof sample === "string" ? sample : Object.keys(sample).join(", ")
const sourcesOf = (sample: string | Sources): Sources => (typeof sample === "string" ? one(sample) : sample)
const flat = (kind: keyof Samples) =>
  Object.entries(samples).flatMap(([rule, of]) => of[kind].map((sample) => ({ rule, label: label(sample), sample })))

it("every row has samples", () => {
  expect(Object.keys(samples)).toEqual([...rows.map(({ rule }) => rule), "exported"])
})

describe("broken", () => {
  it.each(flat("broken"))("$rule: $label", ({ rule, sample }) => {
    expect(rulesBroken(sourcesOf(sample))).toContain(rule)
  })
})

describe("kept", () => {
  it.each(flat("kept"))("$rule: $label", ({ sample }) => {
    expect(rulesBroken(sourcesOf(sample))).toEqual([])
  })
})

it("names the modules in between, and reports an import once", () => {
  const sources: Sources = {
    [popup]: 'import "@/ui/a.ts"',
    "apps/extension/ui/a.ts": 'import "./b.ts"',
    "apps/extension/ui/b.ts": '// the culprit\nimport "effect/Effect"'
  }
  const violations = checkEdges(graphOf({ packages, sources: new Map(Object.entries(sources)) }))
  const own = violations.filter(({ rule }) => rule === "pages-without-effect")
  expect(own).toMatchObject([{ path: "apps/extension/ui/b.ts", line: 2, specifier: "effect/Effect" }])
})
