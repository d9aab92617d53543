/** The hub's real server as agents use it: MCP over HTTP, and their sign-in. */
import type { Plugin } from "@inlay/agent-plugin/Plugin"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"

import { ConsoleSessions } from "../../agents/credentials/ConsoleSessions.ts"
import { AgentGrants } from "../../agents/sign-in/AgentGrants.ts"
import type { Grant } from "../../principals/Principal.ts"
import { startHub as startServer } from "../hub-server.ts"

export interface Options {
  readonly plugins: ReadonlyArray<Plugin>
  readonly directory: string
  readonly registration?: boolean
  /** Client metadata documents, by their addresses. */
  readonly documents?: Readonly<Record<string, unknown>>
}

export type Cookie = readonly [name: string, value: string]

export interface RunningHub {
  readonly origin: string
  /** The address of the MCP endpoint. */
  readonly url: URL
  readonly agents: AgentGrants["Service"]
  readonly token: (grant?: Partial<Grant>) => Promise<string>
  /** The cookie of a console session. */
  readonly console: Cookie
  /** The cookie of another session. */
  readonly session: () => Promise<Cookie>
  readonly close: () => Promise<void>
}

export const startHub = async (options: Options): Promise<RunningHub> => {
  const { plugins, directory, registration = false, documents = {} } = options
  const fetchDocument = (address: string | URL | Request) => {
    const document = documents[address instanceof Request ? address.url : String(address)]
    return Promise.resolve(document === undefined ? new Response("", { status: 404 }) : Response.json(document))
  }
  const hub = await startServer(directory, { plugins, signIn: { registration, fetchDocument } })
  const session = async (): Promise<Cookie> => {
    const link = await hub.link()
    const opened = await hub.run(ConsoleSessions.use((sessions) => sessions.open(link)))
    return [hub.cookie, Redacted.value(opened?.cookie ?? Redacted.make(""))]
  }
  return {
    origin: hub.url,
    url: new URL(`${hub.url}/mcp`),
    agents: await hub.run(AgentGrants.use(Effect.succeed)),
    token: hub.token,
    console: await session(),
    session,
    close: hub.close
  }
}
