// The applications that people can sign in to. Their names and secrets are fictional and not confidential.
// Source: https://developers.google.com/identity/protocols/oauth2/native-app

import { sandboxProject } from "./tokens.ts"

export interface Client {
  readonly id: string
  readonly secret: string
  readonly name: string
  readonly project: string
  /** A desktop client can use any port of the loopback interface. A web client can use only these URLs. */
  readonly redirectUris: ReadonlyArray<string> | "loopback"
  /** Refresh tokens of clients in testing expire after a week. */
  readonly isTesting: boolean
}

export const desktopClient: Client = {
  id: "700000000001-desktop.apps.sandbox.example",
  secret: "sandbox-client-secret-not-a-secret",
  name: "Inlay on your desk",
  project: sandboxProject,
  redirectUris: "loopback",
  isTesting: false
}

const clients: ReadonlyArray<Client> = [
  desktopClient,
  { ...desktopClient, id: "700000000001-testing.apps.sandbox.example", name: "Inlay, being tested", isTesting: true },
  {
    ...desktopClient,
    id: "700000000002-other.apps.sandbox.example",
    name: "Somebody else's",
    project: "700000000002"
  },
  {
    ...desktopClient,
    id: "700000000001-web.apps.sandbox.example",
    name: "Inlay hub",
    redirectUris: ["http://127.0.0.1:4670/oauth/callback", "https://hub.example/oauth/callback"]
  }
]

export const findClient = (id: string): Client | undefined => clients.find((client) => client.id === id)

export const mayReturnTo = ({ redirectUris }: Client, address: string): boolean => {
  if (redirectUris !== "loopback") return redirectUris.includes(address)
  if (!URL.canParse(address)) return false
  const { hash, hostname, password, protocol, username } = new URL(address)
  const isPlain = hash === "" && username === "" && password === ""
  return protocol === "http:" && ["127.0.0.1", "[::1]", "localhost"].includes(hostname) && isPlain
}
