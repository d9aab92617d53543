// Describes the sandbox to its users: URLs, the environment variables that connect an account, and example inputs for
// each tool step, both ones that match something and ones that do not.

import type { Description as Described, Examples } from "@inlay/sandbox-kit/sandbox"

import { examples as actions } from "./actions/examples.ts"
import { examples as branches } from "./branches/examples.ts"
import { examples as commits } from "./commits/examples.ts"
import { examples as contents } from "./contents/examples.ts"
import { defaultToken } from "./frame/tokens.ts"
import { examples as gists } from "./gists/examples.ts"
import { examples as issues } from "./issues/examples.ts"
import { examples as projects } from "./projects/examples.ts"
import { examples as pulls } from "./pulls/examples.ts"
import { examples as releases } from "./releases/examples.ts"
import { examples as repositories } from "./repositories/examples.ts"
import { examples as search } from "./search/examples.ts"

/** URLs, environment variables and example inputs of the sandbox. */
export interface Description extends Described {
  readonly urls: { readonly codehost: string; readonly codehostWeb: string; readonly repoPage: string }
  readonly env: { readonly INLAY_CODEHOST_BASE_URL: string; readonly INLAY_CODEHOST_TOKEN: string }
}

const apiCall: Examples = {
  match: [
    { method: "GET", endpoint: "/repos/acme/widgets/collaborators/ada/permission" },
    { method: "GET", endpoint: "/repos/acme/widgets/issues?state=all&per_page=5" },
    { method: "PUT", endpoint: "/repos/acme/widgets/collaborators/linus", body: { permission: "triage" } },
    { method: "GET", endpoint: "/rate_limit" }
  ],
  noMatch: [
    { method: "GET", endpoint: "/repos/acme/no-such-repository" },
    { method: "PUT", endpoint: "/repos/acme/widgets/collaborators/linus", body: { permission: "everything" } }
  ]
}

/** Describes the sandbox as it is served at an origin, such as `http://127.0.0.1:4680`. */
export const describe = (origin: string): Description => ({
  urls: {
    codehost: `${origin}/codehost`,
    codehostWeb: `${origin}/codehost-web`,
    repoPage: `${origin}/repo/acme/widgets`
  },
  values: { codehostToken: defaultToken, owner: "acme", repo: "widgets" },
  env: { INLAY_CODEHOST_BASE_URL: `${origin}/codehost`, INLAY_CODEHOST_TOKEN: defaultToken },
  examples: {
    ...repositories,
    ...contents,
    ...branches,
    ...commits,
    ...issues,
    ...pulls,
    ...search,
    ...projects,
    ...actions,
    ...gists,
    ...releases,
    codehost_api_call: apiCall
  },
  control: `${origin}/control/codehost`
})
