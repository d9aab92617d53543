/**
 * Checks that every `INLAY_*` variable of the environment is known. Otherwise a cap whose variable is misspelt would
 * silently not apply.
 */
import { nearest } from "@inlay/core-http/nearest"
import { invalidReason, type ProviderError, type FieldError } from "@inlay/core-http/ProviderError"
import * as ProviderText from "@inlay/core-http/ProviderText"
import type { Remedy } from "@inlay/core-http/Remedy"
import * as Effect from "effect/Effect"

import { accountVariables } from "../../account-variables.gen.ts"
import type { Environment } from "../../accounts/plugin-account.ts"
import { VARIABLE } from "../../accounts/vault/secret-key.ts"
import { hubError } from "../../hub-error.ts"
import { EVENT_VARIABLES } from "../../inbound/chains/event-variables.ts"
import { HUB_TOKEN, HUB_URL } from "./hub-address.ts"

const PREFIX = "INLAY_"
const OWN = ["INLAY_DATA", "INLAY_DATABASE", HUB_URL, HUB_TOKEN, ...EVENT_VARIABLES, VARIABLE]
/** A longer name is omitted rather than truncated: it may be a secret in the wrong place. */
const MAX_SAID = 60

/**
 * Kubernetes describes a service of the namespace, such as `inlay` or `inlay-db`, to every container in these variables:
 * https://kubernetes.io/docs/concepts/services-networking/service/#environment-variables
 */
const SERVICE =
  /^INLAY_(?:[A-Z\d]+_)*(?:SERVICE_HOST|SERVICE_PORT(?:_[A-Z\d_]+)?|PORT_\d+_(?:TCP|UDP|SCTP)(?:_(?:PROTO|PORT|ADDR))?)$/
const SERVICE_PORT = /^INLAY_(?:[A-Z\d]+_)*PORT$/
const SERVICE_ADDRESS = /^(?:tcp|udp|sctp):\/\//

/** A port that somebody sets by hand, such as `INLAY_PORT=8080`, is a mistake. */
const isOfService = (name: string, value = ""): boolean =>
  SERVICE.test(name) || (SERVICE_PORT.test(name) && SERVICE_ADDRESS.test(value))

/** Blank values count as not given. */
const givenIn = (env: Environment): ReadonlyArray<string> =>
  Object.keys(env).filter(
    (name) => name.startsWith(PREFIX) && env[name]?.trim() !== "" && !isOfService(name, env[name])
  )

const nearestTo = (name: string, knownNames: ReadonlyArray<string>): string => {
  const [nearestName = ""] = nearest(
    name,
    knownNames.map((one) => one.toLowerCase())
  )
  return nearestName.toUpperCase()
}

export const CORRECT_NAME: Remedy = { to: "read", text: "Correct the name of the variable, or unset it." }

/** Variables that no plugin knows, each with the nearest known name. */
export const unknownIn = (env: Environment): ReadonlyArray<FieldError> => {
  const knownNames = [...OWN, ...accountVariables]
  return givenIn(env)
    .filter((name) => !knownNames.includes(name))
    .map((name) => ({
      field: name.length > MAX_SAID ? "An environment variable" : ProviderText.line(name, MAX_SAID),
      message: `is not known to inlay; the nearest known name: ${nearestTo(name, knownNames)}`
    }))
}

/** Fails if a variable is unknown. */
export const checkVariables = (env: Environment): Effect.Effect<void, ProviderError> =>
  Effect.suspend(() => {
    const unknownVariables = unknownIn(env)
    const reason = { ...invalidReason(unknownVariables), remedy: CORRECT_NAME }
    return unknownVariables.length === 0 ? Effect.void : Effect.fail(hubError("environment", reason))
  })
