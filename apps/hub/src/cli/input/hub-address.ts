/** Parses the address of a hub, as browsers and agents reach it. */
import type { ProviderError } from "@inlay/core-http/ProviderError"
import * as Effect from "effect/Effect"

import { wrongField } from "../../hub-error.ts"

/** Variables of a hub's address and token, for commands that call one. */
export const HUB_URL = "INLAY_HUB_URL"
export const HUB_TOKEN = "INLAY_HUB_TOKEN"

const FIELD = "--url"

/** Parses the address. @param operation the command that takes it */
export const readHubAddress = (
  operation: string,
  text: string | undefined,
  field = FIELD
): Effect.Effect<URL | undefined, ProviderError> => {
  if (text === undefined) return Effect.undefined
  const url = URL.canParse(text) ? new URL(text) : undefined
  const wrong = (message: string) => Effect.fail(wrongField(operation, field, message))
  if (url === undefined || !/^https?:$/.test(url.protocol))
    return wrong("must be an address such as https://hub.example")
  if (url.username !== "" || url.password !== "") return wrong("must have no user name or password")
  return url.pathname === "/" && url.search === ""
    ? Effect.succeed(url)
    : wrong("must have no path: the hub needs a host of its own, such as https://hub.example")
}

/** Several servers may share a database, and it does not record their addresses. */
export const missingHubAddress = (operation: string): ProviderError =>
  wrongField(
    operation,
    FIELD,
    "is required with a database, which does not know its servers: give the address of one, or of the proxy in front of them"
  )
