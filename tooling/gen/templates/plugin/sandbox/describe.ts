// What a caller needs to use this sandbox: addresses, the variables that connect an account, and inputs for each tool
// step that match and that do not.

import { token } from "./api.ts"
import { items } from "./items.ts"

/** The input of a tool step. */
export type Input = Readonly<Record<string, unknown>>

/** Inputs of a tool step, by what comes of them. */
export interface Examples {
  readonly match: ReadonlyArray<Input>
  readonly noMatch: ReadonlyArray<Input>
}

/** What a caller needs to use the sandbox. */
export interface Description {
  readonly urls: { readonly starter: string }
  readonly env: { readonly INLAY_STARTER_BASE_URL: string; readonly INLAY_STARTER_TOKEN: string }
  /** By the id of the tool step. */
  readonly examples: Readonly<Record<string, Examples>>
  /** Base address of the control API. */
  readonly control: string
}

export const describe = (origin: string): Description => ({
  urls: { starter: `${origin}/starter` },
  env: { INLAY_STARTER_BASE_URL: `${origin}/starter`, INLAY_STARTER_TOKEN: token },
  examples: {
    starter_get_item: { match: items.map(({ id }) => ({ id })), noMatch: [{ id: "no-such-item" }] },
    starter_api_call: {
      match: [
        { method: "GET", endpoint: "/items/itm_1" },
        { method: "GET", endpoint: "/user" }
      ],
      noMatch: [{ method: "GET", endpoint: "/items/no-such-item" }]
    }
  },
  control: `${origin}/control/starter`
})
