// The table of allowed imports in this repository. A row means: an import in a file of `from` that leads to something
// `judged` must lead to something `allowed`. Patterns are those of `pattern.ts`; `<p>` in a row is the same name
// throughout. A target is a path from the root, or the specifier of an outside package.

import type { Row } from "./row.ts"

const workspace = ["packages/**", "apps/**", "tooling/**"]
const everything = ["**"]
const core = "packages/core-http/**"
const contract = "packages/agent-plugin/**"
/** The database stores of answers and charges. Clients may import only the modules in `storeInFile`, which open a file. */
const stores = "packages/sql-stores/**"
const storeInFile = "packages/sql-stores/src/{file,no-file}.ts"
const kit = "packages/sandbox-kit/**"

/** The components and styles that both the extension and the console draw with. */
const drawing = "packages/ui/**"

/** Code that runs in a page, a popup or the options, as opposed to the background worker. */
const pages = [
  "apps/extension/entrypoints/{popup,panel,options,welcome,saved}/**",
  "apps/extension/entrypoints/page-card*",
  "apps/extension/entrypoints/page-card/**",
  "apps/extension/ui/**",
  drawing,
  "apps/extension/features/**/view*",
  "apps/extension/features/*/view/**"
]

const clientRooms = ["packages/<p>/src/{client,schema,wire,restriction}/**", "packages/<p>/src/promise.ts"]

const strict = { types: true, tests: false, reach: false }

export const rows: ReadonlyArray<Row> = [
  {
    rule: "left-only",
    from: ["packages/**"],
    judged: ["apps/**", "tooling/**"],
    allowed: [],
    ...strict,
    why: "core-http <- agent-plugin <- plugins <- apps: a package never imports an app or the tooling"
  },
  {
    rule: "core-alone",
    from: ["packages/core-http/src/**"],
    except: ["packages/core-http/src/transport/node*"],
    judged: everything,
    allowed: [core, "effect/**", "effect"],
    ...strict,
    why: "core-http also runs in browsers: it needs only effect"
  },
  {
    rule: "core-on-node",
    from: ["packages/core-http/src/transport/node*"],
    judged: everything,
    allowed: [core, "effect/**", "effect", "undici", "node:**"],
    ...strict,
    why: "core-http/node is the only place for undici and Node's own modules"
  },
  {
    rule: "contract-below-plugins",
    from: [contract],
    judged: workspace,
    allowed: [contract, core],
    ...strict,
    why: "agent-plugin never imports a plugin: it is what plugins have in common"
  },
  {
    rule: "stores-below-plugins",
    from: [stores],
    judged: workspace,
    allowed: [stores, core],
    ...strict,
    why: "stores save core-http's state and serve every plugin and program"
  },
  {
    rule: "drawing-alone",
    from: [drawing],
    judged: workspace,
    allowed: [drawing, contract],
    ...strict,
    why: "the shared components know cards and fields, but neither app"
  },
  {
    rule: "plugins-apart",
    from: ["packages/<p>/**"],
    except: [core, contract, drawing, stores],
    judged: ["packages/**"],
    allowed: ["packages/<p>/**", core, contract, kit, storeInFile],
    ...strict,
    tests: true,
    why: "plugins never import each other: each can be installed alone"
  },
  {
    rule: "client-rooms",
    from: clientRooms,
    except: [core, contract, stores],
    judged: everything,
    allowed: [
      core,
      storeInFile,
      "effect/**",
      "effect",
      "packages/<p>/src/{schema,client,wire,identity,restriction}/**",
      "packages/<p>/src/{detect,vendors}.ts"
    ],
    ...strict,
    why: "a client alone brings core-http and effect, nothing else"
  },
  {
    rule: "client-without-contract",
    from: clientRooms,
    judged: [contract],
    allowed: [],
    types: false,
    tests: false,
    reach: true,
    why: "a client never loads the plugin contract"
  },
  {
    rule: "apps-apart",
    from: ["apps/<a>/**"],
    except: ["apps/extension/build/**"],
    judged: ["apps/**", "tooling/**"],
    allowed: ["apps/<a>/**"],
    ...strict,
    why: "apps compose packages; they never import each other, and only the extension's build imports the tooling"
  },
  {
    rule: "tooling-below-apps",
    from: ["tooling/<t>/**"],
    except: ["tooling/e2e/**"],
    judged: ["apps/**"],
    allowed: [],
    ...strict,
    why: "only tooling/e2e drives the apps"
  },
  {
    rule: "pages-are-pure",
    from: pages,
    judged: everything,
    allowed: [
      "preact",
      "preact/**",
      "@preact/**",
      "wxt/utils/define-unlisted-script",
      "wxt/browser",
      "@inlay/*/{manifest,detect,card,Card,contacts,csv,field-texts}",
      drawing,
      // Draws the charts of the report page, and is loaded only there.
      "uplot",
      "apps/extension/messaging/{account-address,changes,contract,client,origin,page-line,presence,session-storage,trigger-place,way}.ts",
      "apps/extension/browser/panel.ts",
      "apps/extension/{ui,locales,features}/**",
      "apps/extension/entrypoints/{popup,panel,options,welcome,saved,page-card}/**"
    ],
    types: false,
    tests: false,
    reach: false,
    why: "popup, options and card show data and send messages; everything else is the worker's"
  },
  {
    rule: "pages-without-effect",
    from: pages,
    judged: ["effect", "effect/**", "@effect/**"],
    allowed: [],
    types: false,
    tests: false,
    reach: true,
    why: "effect is loaded only in the background worker: a popup has 30 KB"
  },
  {
    rule: "console-is-pure",
    from: ["apps/hub/src/web/**"],
    except: ["apps/hub/src/web/built.ts"],
    judged: everything,
    allowed: [
      "preact",
      "preact/**",
      "uplot",
      "uplot/**",
      "@inlay/*/{manifest,detect,card,Card}",
      drawing,
      "apps/hub/src/web/**"
    ],
    types: false,
    tests: false,
    reach: false,
    why: "the console shows what the HTTP API returns: it imports only types from the hub"
  },
  {
    rule: "events-below-agents",
    from: ["apps/hub/src/{inbound,serving,principals,storage}/**"],
    judged: ["apps/hub/src/agents/**"],
    allowed: [],
    ...strict,
    why: "agents call the hub about events; what receives and sends events knows nothing of the API"
  },
  {
    rule: "extension-features-on-top",
    from: ["apps/extension/{browser,locales,messaging,providers,ui,vault}/**"],
    // The registry of all features' requests.
    except: ["apps/extension/messaging/requests.ts"],
    judged: ["apps/extension/features/**"],
    allowed: [],
    types: false,
    tests: false,
    reach: false,
    why: "what all features use loads no feature: it may know the shapes of their requests, as types"
  },
  {
    rule: "extension-messaging-below",
    from: ["apps/extension/messaging/**"],
    judged: ["apps/extension/{browser,providers,vault}/**"],
    allowed: [],
    ...strict,
    why: "messaging <- vault <- providers <- features: pages load messaging, too"
  },
  {
    rule: "extension-vault-below",
    from: ["apps/extension/{browser,vault}/**"],
    judged: ["apps/extension/providers/**"],
    allowed: [],
    ...strict,
    why: "messaging <- vault <- providers <- features: stores do not know how a step is run"
  },
  {
    rule: "extension-without-ai",
    from: ["apps/extension/**"],
    judged: ["effect/ai", "effect/ai/**", "packages/agent-plugin/src/mcp/**"],
    allowed: [],
    types: false,
    tests: false,
    reach: true,
    why: "agents connect through the hub; the extension never contains a protocol for them"
  },
  {
    rule: "sandbox-is-an-oracle",
    from: ["packages/<p>/sandbox/**"],
    judged: workspace,
    allowed: ["packages/<p>/sandbox/**", "packages/<p>/fixtures/**", kit],
    ...strict,
    tests: true,
    why: "a simulated provider that shares code with the client proves nothing"
  },
  {
    rule: "kit-alone",
    from: [kit],
    judged: workspace,
    allowed: [kit],
    ...strict,
    tests: true,
    why: "code shared by simulated providers imports nothing from the product that they test"
  },
  {
    rule: "sandbox-on-node",
    from: ["packages/<p>/sandbox/**", kit],
    judged: everything,
    allowed: [...workspace, "node:**", "graphql"],
    ...strict,
    why: "the sandbox starts quickly and alone: only Node's own modules, and a library that parses GraphQL"
  },
  {
    rule: "no-effect-barrel",
    from: ["packages/*/src/**", "apps/extension/**", "apps/hub/**"],
    judged: ["effect"],
    allowed: [],
    ...strict,
    why: 'bundlers cannot tree-shake the barrel, and it starts 110 ms slower: import "effect/Effect"'
  }
]
