// A stand-in hub for a test: it implements the part of the API that the extension uses, over real HTTP, and misbehaves
// on request. It shares no code with the hub.
import { createHash, createHmac } from "node:crypto"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"

export const CODE = "ABCD-EFGH"
const TOKEN = `inlay_${"t".repeat(49)}`

export interface Asked {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly authorization: string | undefined
  readonly lastEventId: string | undefined
  readonly body: Readonly<Record<string, unknown>>
}

type Reply = (response: ServerResponse) => void

export const json =
  (status: number, body: unknown): Reply =>
  (response) =>
    void response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body))

export const failed = (status: number, error: Readonly<Record<string, unknown>>): Reply =>
  json(status, { error: { provider: "salesdata", operation: "test", message: "It failed.", ...error } })

const person = (slug: string) => ({
  match: true,
  record: {
    name: slug.replace("-", " "),
    jobTitle: "Engineer",
    seniority: null,
    department: null,
    emails: [{ value: `${slug}@acme.example`, kind: "work", status: "verified" }],
    phones: [],
    company: null,
    location: null,
    profileUrl: `https://network.example/in/${slug}`
  },
  raw: {},
  matchedOn: ["profilenet_url"],
  credits: { charged: 2, basis: "price" },
  fetchedAt: "2026-11-20T10:00:00.000Z",
  fromCache: false
})

export const answerFor = (slug: string): unknown => person(slug)

export const PREVIEW = {
  estimate: 2,
  cached: null,
  isUnderWay: false,
  blocking: [],
  uncachedPurchase: null,
  spent: { day: 3, run: 3, principal: 1 },
  caps: { day: 50, principal: 5 }
}

const read = async (request: IncomingMessage): Promise<Readonly<Record<string, unknown>>> => {
  const parts: Array<Buffer> = []
  for await (const part of request) parts.push(part as Buffer)
  const text = Buffer.concat(parts).toString()
  return text === "" ? {} : (JSON.parse(text) as Readonly<Record<string, unknown>>)
}

const slugOf = ({ body }: Asked): string =>
  (body["input"] as { readonly profilenet_slug?: string } | undefined)?.profilenet_slug ?? "nobody"

export const startStandIn = async (port = 0) => {
  const state = {
    id: "hub-1",
    /** The id of the token that the next pairing gets. */
    tokenId: "tok-1",
    protocol: 1,
    isRevoked: false,
    knowsProof: true,
    asked: [] as Array<Asked>,
    bought: [] as Array<string>,
    /** Replaces the usual answer to a request (`METHOD /path`); `undefined` keeps the usual one. */
    instead: ((_asked: Asked) => undefined) as (asked: Asked) => Reply | undefined,
    streams: new Set<ServerResponse>(),
    /** The cursor at which a stream starts, as the hub reports it; empty if it does not. */
    cursor: ""
  }
  let origin = ""
  const greeting = () => ({ service: "inlay", id: state.id, version: "9.9.9", protocol: state.protocol })
  const proof = (nonce: string, address: string) =>
    createHmac("sha256", createHash("sha256").update(TOKEN).digest("hex")).update(`${nonce} ${address}`).digest("hex")

  const usual = (request: Asked): Reply => {
    const { method, path, query } = request
    const [nonce, address] = [query.get("nonce"), query.get("address") ?? ""]
    switch (`${method} ${path}`) {
      case "GET /api/hub":
        if (address !== origin) return failed(421, { reason: "Refused", provider: "inlay" })
        return json(200, {
          ...greeting(),
          ...(nonce !== null && { proof: state.isRevoked ? null : state.knowsProof ? proof(nonce, address) : "00" })
        })
      case "POST /api/pairings":
        return request.body["code"] === CODE
          ? json(201, { ...greeting(), token: TOKEN, tokenId: state.tokenId, name: "Chrome on Linux", grant: {} })
          : failed(400, { reason: "Invalid", provider: "inlay", fields: [{ field: "code", message: "is none" }] })
      case "DELETE /api/session":
        return (response) => void response.writeHead(204).end()
      case "GET /api/plugins":
        return json(200, {
          plugins: [
            { id: "salesdata", title: "Sales data" },
            { id: "analytics", title: "Web analytics" }
          ]
        })
      case "GET /api/accounts":
        return json(200, {
          accounts: [
            { plugin: "salesdata", name: "team", ok: true, settings: { profile_site: "network.example" } },
            { plugin: "salesdata", name: "broken", ok: false },
            { plugin: "analytics", name: "site", ok: true, settings: {} }
          ]
        })
      case "POST /api/tools/salesdata_people_enrichment/previews":
        return json(200, PREVIEW)
      case "POST /api/tools/salesdata_people_enrichment/runs":
        state.bought.push(slugOf(request))
        return json(200, { output: person(slugOf(request)) })
      case "GET /api/charges":
        return json(200, {
          charges: [
            {
              id: "row-1",
              account: "salesdata/team",
              operation: "enrichPerson",
              keys: ["profile@network.example:ann-lee"],
              since: "2026-11-20T10:00:00.000Z",
              mayHaveCost: 2
            }
          ]
        })
      case "POST /api/charges/row-1":
        return (response) => void response.writeHead(204).end()
      case "GET /api/usage":
        return json(200, { days: ["2026-11-22"], accounts: [{ account: "salesdata/team", credits: [4] }], limits: [] })
      case "GET /api/events":
        return (response) => {
          state.streams.add(response)
          response.on("close", () => state.streams.delete(response))
          response.writeHead(200, {
            "content-type": "text/event-stream; charset=utf-8",
            ...(state.cursor !== "" && { "inlay-cursor": state.cursor })
          })
          response.write(": here\n\n")
        }
      default:
        return failed(404, { reason: "NotFound" })
    }
  }

  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? "/", "http://hub.example")
    const hubRequest: Asked = {
      method: request.method ?? "",
      path: url.pathname,
      query: url.searchParams,
      authorization: request.headers.authorization,
      lastEventId: request.headers["last-event-id"] as string | undefined,
      body: await read(request)
    }
    state.asked.push(hubRequest)
    const isOpen = hubRequest.path === "/api/hub" || hubRequest.path === "/api/pairings"
    const isKnown = hubRequest.authorization === `Bearer ${TOKEN}` && !state.isRevoked
    const refusal = isOpen || isKnown ? undefined : failed(401, { reason: "Unauthorized", provider: "inlay" })
    const reply = state.instead(hubRequest) ?? refusal ?? usual(hubRequest)
    reply(response)
  }

  const server = createServer((request, response) => void serve(request, response))
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve))
  const { port: actual } = server.address() as AddressInfo
  origin = `http://127.0.0.1:${actual}`
  return {
    state,
    port: actual,
    origin,
    /** Sends an event to every open stream. */
    emit: (cursor: number, over: Readonly<Record<string, unknown>> = {}) => {
      const event = {
        eventId: `codehost/work issue ${cursor}`,
        name: "codehost_new_issue",
        timestamp: "2026-11-22T10:00:00Z",
        account: "codehost/work",
        source: "webhook",
        data: { number: cursor },
        cursor: String(cursor),
        ...over
      }
      for (const stream of state.streams) stream.write(`id: ${cursor}\nevent: x\ndata: ${JSON.stringify(event)}\n\n`)
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      })
  }
}

export type StandIn = Awaited<ReturnType<typeof startStandIn>>
export { TOKEN }
