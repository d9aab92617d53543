// The provider's API keys. They are not secrets. Calls are recorded under the label.

import type { IncomingMessage } from "node:http"

export interface KnownKey {
  readonly key: string
  readonly label: string
  readonly mayUseApi: boolean
}

const knownKeys: ReadonlyArray<KnownKey> = [
  { key: "sandbox-key-not-a-secret", label: "first", mayUseApi: true },
  { key: "sandbox-second-key-not-a-secret", label: "second", mayUseApi: true },
  { key: "sandbox-key-without-rights", label: "without-rights", mayUseApi: false }
]

export const firstKey = "sandbox-key-not-a-secret"

const keyOfRequest = ({ headers }: IncomingMessage): string | undefined => {
  const bearer = /^bearer +(\S+)$/i.exec(headers.authorization ?? "")?.[1]
  const bare = headers["x-api-key"]
  return bearer ?? (typeof bare === "string" && bare !== "" ? bare : undefined)
}

/** Reads the key from `authorization: Bearer <key>` or `x-api-key: <key>`. */
export const keyOf = (req: IncomingMessage): KnownKey | "missing" | "wrong" => {
  const key = keyOfRequest(req)
  return key === undefined ? "missing" : (knownKeys.find((candidate) => candidate.key === key) ?? "wrong")
}
