/** A connected account, its spending, and a worker that answers requests about them. */
import type { AccountView } from "../../features/accounts/requests.ts"
import type { Spending } from "../../features/charges/requests.ts"
import type { UnknownCharge } from "../../features/charges/unknown-charge.ts"
import type { Send } from "../../messaging/client.ts"
import type { Reply, RequestName } from "../../messaging/contract.ts"
import { errors } from "./failures.ts"
import { NOW } from "./subjects.ts"

export const storedAccount: AccountView = {
  plugin: "salesdata",
  account: "default",
  kind: "api_key",
  values: {
    base_url: "https://api.provider.example/v1",
    key_header: "x-api-key",
    cap_day: "50",
    profile_site: "profiles.example"
  },
  hasSecret: { api_key: true }
}

/**
 * Answers to the requests of the settings' other sections, in a browser where nothing is paired or chosen; `undefined`
 * for all other requests.
 */
export const otherSections = (name: RequestName): Reply<RequestName> | undefined => {
  switch (name) {
    case "hub":
      return { ok: true, output: { hub: null, problem: null, plugins: [] } }
    case "chosenTriggers":
      return { ok: true, output: { chosen: [] } }
    case "triggerPlaces":
      return { ok: true, output: { places: [] } }
    case "lineOrigins":
    case "originsInUse":
      return { ok: true, output: { origins: [] } }
    default:
      return undefined
  }
}

/** A worker that answers about preferences only, and has no account or hub. */
export const preferencesWorker = (works = true) => {
  const requests: Array<readonly [RequestName, unknown]> = []
  const send = (name: RequestName, input: unknown): Promise<Reply<RequestName>> => {
    requests.push([name, input])
    if (name === "accounts") return Promise.resolve({ ok: true, output: { plugins: [], accounts: [] } })
    const other = otherSections(name)
    if (other !== undefined) return Promise.resolve(other)
    return Promise.resolve(
      name === "preferences"
        ? { ok: true, output: { showInPage: true } }
        : works
          ? { ok: true, output: null }
          : { ok: false, error: errors.storage }
    )
  }
  return { send: send as Send, asked: requests }
}

export const unknownCharge: UnknownCharge = {
  id: "row-1",
  operation: "enrichPerson",
  subjects: ["mia-nguyen-4b2a19"],
  at: new Date(NOW - 3_600_000).toISOString(),
  upTo: 2,
  again: { upTo: 2 }
}

export const spending: Spending = {
  today: 13,
  unknownCharges: [
    unknownCharge,
    {
      id: "row-2",
      operation: "searchPeople",
      subjects: [],
      at: new Date(NOW - 1_800_000).toISOString(),
      upTo: null,
      again: undefined
    }
  ]
}
