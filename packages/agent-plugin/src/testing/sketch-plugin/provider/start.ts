/** The sketch service on loopback: sign-in, a data API and an admin API with separate base addresses, and webhooks. */
import { createHmac, generateKeyPairSync, randomUUID } from "node:crypto"
import * as Http from "node:http"
import type { AddressInfo } from "node:net"

import { authorization, CLIENT, type Answer } from "./authorization.ts"

interface Note {
  readonly id: string
  readonly property: string
  readonly text: string
  readonly author: string
  readonly created_at: string
}

interface Hook {
  readonly id: string
  readonly url: string
  readonly events: ReadonlyArray<string>
  readonly secret: string
}

/** The service, and what tests can inspect and change. */
export interface SketchProvider {
  readonly origin: string
  /** Account settings for this service, by field. */
  readonly settings: Readonly<Record<"data_base_url" | "admin_base_url" | "sign_in_url" | "client_id", string>>
  /** The key file of the service's service account. */
  readonly keyFile: string
  /** Method and path of every request so far. */
  readonly asked: ReadonlyArray<string>
  /** Writes a note at property 7. */
  readonly write: (text: string, author?: string) => Promise<void>
  /** Sets what is left of the property's quota. */
  readonly leave: (units: number) => void
  readonly expireTokens: () => void
  readonly close: () => Promise<void>
}

const REPORT_UNITS = 10

export const startSketchProvider = async (): Promise<SketchProvider> => {
  const keys = generateKeyPairSync("rsa", {
    modulusLength: 2048,
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
    publicKeyEncoding: { type: "spki", format: "pem" }
  })
  const server = authorization(keys.publicKey)
  const notes: Array<Note> = []
  const hooks = new Map<string, Hook>()
  const deliveries: Array<{
    readonly id: string
    readonly hook: string
    readonly name: string
    readonly body: unknown
  }> = []
  const paths: Array<string> = []
  let remaining = 1000
  let origin = ""

  const deliver = async (hook: Hook, id: string, name: string, body: unknown): Promise<void> => {
    const text = JSON.stringify(body)
    const signature = createHmac("sha256", hook.secret).update(text).digest("hex")
    await fetch(hook.url, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "x-sketch-event": name,
        "x-sketch-delivery": id,
        "x-sketch-signature": `sha256=${signature}`
      },
      body: text
    }).catch(() => undefined)
  }

  const write = async (text: string, author = "ada"): Promise<Note> => {
    const note = { id: String(notes.length + 1), property: "7", text, author, created_at: new Date().toISOString() }
    notes.push(note)
    for (const hook of hooks.values()) {
      const delivery = { id: randomUUID(), hook: hook.id, name: "note.created", body: { note } }
      deliveries.push(delivery)
      await deliver(hook, delivery.id, delivery.name, delivery.body)
    }
    return note
  }

  const report = ({ metric = "", days = 0 }: { readonly metric?: string; readonly days?: number }): Answer => {
    if (remaining < REPORT_UNITS) return { status: 429, headers: { "retry-after": "3600" }, body: { error: "quota" } }
    remaining -= REPORT_UNITS
    const rows = Array.from({ length: days }, (_, n) => ({ day: `day ${n + 1}`, value: 10 * (n + 1) }))
    return { status: 200, body: { metric, rows, quota: { consumed: REPORT_UNITS, remaining } } }
  }

  const list = (query: URLSearchParams): Answer => {
    const after = query.get("after")
    const since = after === null ? [] : notes.filter(({ id }) => Number(id) > Number(after))
    return { status: 200, body: { notes: since, latest: String(notes.length), poll_after: 60 } }
  }

  const putBody = (body: {
    readonly id?: string
    readonly url: string
    readonly events: Hook["events"]
    readonly secret: string
  }) => {
    const same = [...hooks.values()].find(({ id, url }) => id === body.id || url === body.url)
    const hook = { ...body, id: same?.id ?? randomUUID() }
    hooks.set(hook.id, hook)
    return hook
  }

  const view = ({ id, url, events }: Hook) => ({ id, url, events, isActive: true })

  const hooksRoute = async (method: string, parts: ReadonlyArray<string>, body: unknown): Promise<Answer> => {
    const [id = "", , deliveryId] = parts
    if (parts.length === 0 && method === "GET") return { status: 200, body: [...hooks.values()].map(view) }
    if (parts.length === 0) return { status: 201, body: view(putBody(body as Hook)) }
    if (method === "DELETE") return { status: hooks.delete(id) ? 200 : 404, body: {} }
    const own = deliveries.filter(({ hook }) => hook === id)
    if (deliveryId === undefined) {
      const at = "2026-01-07T09:00:00Z"
      return { status: 200, body: own.map((one) => ({ id: one.id, deliveryId: one.id, at, isDelivered: true })) }
    }
    const one = own.find((delivery) => delivery.id === deliveryId)
    if (one === undefined) return { status: 404, body: {} }
    if (method === "GET") return { status: 200, body: { deliveryId: one.id, name: one.name, body: one.body } }
    const hook = hooks.get(id)
    if (hook !== undefined) await deliver(hook, one.id, one.name, one.body)
    return { status: 202, body: {} }
  }

  const admin = async (method: string, path: string, query: URLSearchParams, body: unknown): Promise<Answer> => {
    if (path === "/me") return { status: 200, body: { login: "grace", scopes: ["reports.read", "notes.write"] } }
    if (path === "/properties") {
      return {
        status: 200,
        body: {
          properties: [
            { id: "7", name: "Shop" },
            { id: "8", name: "Blog" }
          ]
        }
      }
    }
    const [, room, ...rest] = /^\/properties\/7\/(notes|hooks)(.*)$/.exec(path) ?? []
    if (room === "hooks") return hooksRoute(method, (rest[0] ?? "").split("/").filter(Boolean), body)
    if (room !== "notes") return { status: 404, body: { error: "not found" } }
    return method === "GET" ? list(query) : { status: 201, body: await write((body as Note).text, "grace") }
  }

  const answer = async (request: Http.IncomingMessage, url: URL, text: string): Promise<Answer> => {
    const method = request.method ?? ""
    if (url.pathname === "/oauth/authorize") return server.authorize(origin, url.searchParams)
    if (url.pathname === "/oauth/token") return server.token(new URLSearchParams(text))
    if (url.pathname === "/oauth/revoke") return server.revoke(new URLSearchParams(text))
    if (!server.isValid(request.headers.authorization)) return { status: 401, body: { error: "expired" } }
    const body: unknown = text === "" ? {} : JSON.parse(text)
    const [, api, path = ""] = /^\/(data|admin)\/v1(\/.*)$/.exec(url.pathname) ?? []
    if (api === "admin") return admin(method, path, url.searchParams, body)
    return api === "data" && path === "/properties/7:report" ? report(body as object) : { status: 404, body: {} }
  }

  const http = Http.createServer((request, response) => {
    const chunks: Array<Buffer> = []
    request.on("data", (chunk: Buffer) => chunks.push(chunk))
    request.on("end", () => {
      const url = new URL(request.url ?? "/", origin)
      paths.push(`${request.method ?? ""} ${url.pathname}`)
      void answer(request, url, Buffer.concat(chunks).toString()).then(({ status, headers = {}, body }) =>
        response
          .writeHead(status, { "content-type": "application/json", ...headers })
          .end(body === undefined ? "" : JSON.stringify(body))
      )
    })
  })
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve))
  origin = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
  return {
    origin,
    settings: {
      data_base_url: `${origin}/data`,
      admin_base_url: `${origin}/admin`,
      sign_in_url: origin,
      client_id: CLIENT.id
    },
    keyFile: JSON.stringify({
      type: "service_account",
      private_key_id: "k-1",
      private_key: keys.privateKey,
      client_email: "robot@sketch.example",
      token_uri: `${origin}/oauth/token`
    }),
    asked: paths,
    write: async (text, author) => void (await write(text, author)),
    leave: (units) => (remaining = units),
    expireTokens: server.expire,
    close: () =>
      new Promise((resolve) => {
        http.close(() => resolve())
        http.closeAllConnections()
      })
  }
}
