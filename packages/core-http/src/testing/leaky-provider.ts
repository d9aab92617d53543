/**
 * A provider on loopback that leaks its client's key in each of its answers: in bodies, headers and status lines, and
 * in broken answers. It records what it sent, so that a test can check that there was a key to find.
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { gunzipSync, gzipSync } from "node:zlib"

/** A request, and the key that it carried. */
interface Exchange {
  readonly key: string
  readonly request: IncomingMessage
  readonly response: ServerResponse
  /** Sends an answer, with the key in UTF-8. */
  readonly answer: (status: number, body: unknown, headers?: Readonly<Record<string, string | string[]>>) => void
}

const base64 = (text: string) => Buffer.from(text).toString("base64")
const everyUnit = (text: string) =>
  text
    .split("")
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
    .join("")
const inHtml = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
/**
 * Returns the key if it can be part of a header's name or a host, where only letters, digits and dashes are allowed.
 */
const asName = (key: string) => (/^[a-z0-9][a-z0-9-]{0,60}[a-z0-9]$/i.test(key) ? key : "other")
/** Replaces characters that Node refuses to write in a header. */
const asHeader = (text: string) => text.replace(/[^\x20-\x7E\x80-\xFF]/g, " ")

/** A person that a lookup finds. */
const person = { id: "p1", name: "Ada Lovelace", email: "ada@acme.example", company: { name: "Acme" } }

const whole =
  (status: number) =>
  ({ request, key, answer }: Exchange) =>
    answer(status, {
      ...person,
      request: { headers: request.headers, raw: request.rawHeaders, token: `Bearer ${key}` }
    })

export const leaks = {
  "headers-200": whole(200),
  "headers-400": whole(400),
  "headers-500": whole(500),
  "message-401": ({ key, answer }) =>
    answer(401, { error: { message: `The API key ${key} is not valid.`, code: key } }),
  "message-base64": ({ key, answer }) =>
    answer(403, { error: `No right for ${base64(`account:${key}`)} (${base64(key)})` }),
  "message-url": ({ key, answer }) => {
    const once = encodeURIComponent(key)
    const low = once.replace(/%../g, (escape) => escape.toLowerCase())
    answer(422, {
      message: `GET /x?key=${once} and ${low} and ${encodeURIComponent(once)} and ${new URLSearchParams({ key }).toString()}`
    })
  },
  "message-long": ({ key, answer }) => answer(409, { message: `${"conflict ".repeat(20)} of ${key} with ${key}` }),
  "field-errors": ({ key, answer }) =>
    answer(400, {
      errors: [
        { field: key, message: `is not ${key}` },
        { field: "email", message: inHtml(key) }
      ]
    }),
  "json-keys": ({ key, answer }) => answer(200, { ...person, [key]: [[[{ [`x-${key}`]: key }]], `k=${key}`] }),
  "json-escapes": ({ key, response }) => {
    const escapedBody = `{"name":"Ada","email":"ada@acme.example","note":"${everyUnit(key)}","other":${JSON.stringify(key).replaceAll("/", "\\/")}}`
    response.writeHead(200, { "content-type": "application/json" }).end(escapedBody)
  },
  number: ({ key, answer }) => answer(200, { ...person, account: /^[1-9]\d{0,14}$/.test(key) ? Number(key) : key }),
  "html-502": ({ key, answer }) =>
    answer(502, `<h1>Bad gateway</h1><pre>authorization: Bearer ${inHtml(key)}</pre>`, { "content-type": "text/html" }),
  "html-200": ({ key, answer }) =>
    answer(200, `<p>${inHtml(key)} ${key}</p>`, { "content-type": asHeader(`text/html; account="${key}"`) }),
  "cut-json": ({ key, answer }) => answer(200, `{"name":"Ada","key":${JSON.stringify(key)},`),
  "redirect-query": ({ key, answer }) =>
    answer(
      302,
      {},
      {
        location: `https://login.example/?key=${encodeURIComponent(key)}&token=${base64(key)}#${encodeURIComponent(key)}`
      }
    ),
  "redirect-host": ({ key, answer }) =>
    answer(308, {}, { location: `https://${asName(key)}.example/${encodeURIComponent(key)}` }),
  "redirect-user": ({ key, answer }) =>
    answer(307, { key }, { location: `//${encodeURIComponent(key)}:${encodeURIComponent(key)}@elsewhere.example/` }),
  "header-values": ({ key, answer }) =>
    answer(200, person, {
      "www-authenticate": asHeader(`Bearer realm="x", error="${key}"`),
      "set-cookie": [`session=${encodeURIComponent(key)}`, `b=${base64(key)}`],
      "x-request": asHeader(key),
      link: `<https://api.example/?page=2&key=${encodeURIComponent(key)}>; rel="next"`,
      etag: `"${base64(`a${key}`)}"`,
      "x-json": asHeader(JSON.stringify({ key })),
      [`x-${asName(key)}`]: "1"
    }),
  "content-encoding": ({ key, answer }) => answer(200, person, { "content-encoding": asHeader(key) }),
  "rate-limit": ({ key, answer }) =>
    answer(
      429,
      { error: `Too many requests of ${key}` },
      { "retry-after": asHeader(key), "x-ratelimit-reset": asHeader(key), "x-ratelimit-remaining": asHeader(key) }
    ),
  "status-text": ({ key, response }) => {
    response.statusMessage = asHeader(`No ${key}`)
    response.writeHead(503, { "content-type": "application/json" }).end(JSON.stringify({ error: { title: key } }))
  },
  gzip: ({ key, response }) =>
    void response
      .writeHead(200, { "content-type": "application/json", "content-encoding": "gzip" })
      .end(gzipSync(JSON.stringify({ ...person, note: `Bearer ${key}` }))),
  chunks: ({ key, response }) => {
    const bytes = Buffer.from(JSON.stringify({ ...person, note: key }))
    const middle = bytes.indexOf('"note"') + 9 + Math.ceil(key.length / 2)
    response.writeHead(200, { "content-type": "application/json" })
    response.write(bytes.subarray(0, middle), () => setImmediate(() => response.end(bytes.subarray(middle))))
  },
  "reset-middle": ({ key, response, request }) => {
    response.writeHead(200, { "content-type": "application/json", "content-length": "100000" })
    response.write(JSON.stringify({ note: key }), () => request.socket.resetAndDestroy())
  },
  slow: ({ key, response }) => {
    response.writeHead(200, { "content-type": "application/json", "x-echo": asHeader(key) })
    response.write(`{"key":${JSON.stringify(key)}`)
  }
} satisfies Readonly<Record<string, (exchange: Exchange) => void>>

export type LeakName = keyof typeof leaks

export const leakNames = Object.keys(leaks) as ReadonlyArray<LeakName>

const isLeak = (name: string): name is LeakName => Object.hasOwn(leaks, name)

/** Reads the key. Node decodes header bytes as Latin-1, and `Bearer` is not part of the key. */
const keyOf = ({ headers }: IncomingMessage): string => (headers.authorization ?? "").replace(/^Bearer /, "")

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  let body = ""
  for await (const chunk of request) body += String(chunk)
  return body
}

/**
 * Chooses the leak: it is named by a part of the path, or by the beginning of the email address or slug of a lookup,
 * such as `gzip@x.example` or `gzip.7`.
 */
const leakOf = (path: string, body: string): LeakName => {
  const names = [...path.split(/[/?]/), ...(/"(?:email|profilenet_slug)":"([a-z0-9-]+)/.exec(body)?.slice(1) ?? [])]
  return names.findLast(isLeak) ?? "headers-200"
}

/** Decodes what is written to the connection, and decompresses it if needed. */
const textOf = (chunk: unknown): string => {
  if (typeof chunk === "string") return chunk
  const bytes = Buffer.from(chunk as Uint8Array)
  return (bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes).toString("utf8")
}

export interface LeakyProvider {
  readonly origin: string
  /** Everything that was sent since the last call, in order, including status lines and headers. */
  readonly said: () => string
  readonly close: () => Promise<void>
}

export const startLeakyProvider = async (): Promise<LeakyProvider> => {
  let chunks: Array<string> = []
  const server = createServer((request, response) => {
    const key = keyOf(request)
    const answer: Exchange["answer"] = (status, body, headers = {}) =>
      void response
        .writeHead(status, { "content-type": "application/json", ...headers })
        .end(typeof body === "string" ? body : JSON.stringify(body))
    // A request without a key gets a web page about the person who is named in the address.
    if (key === "") return void response.writeHead(200, { "content-type": "text/html" }).end("<h1>Somebody</h1>")
    // The check of an account requests a path that does not exist, to recognise a server that answers everything.
    if (request.url?.includes("/no-such-path") === true) return answer(404, { message: "no such route" })
    const respond = async () =>
      leaks[leakOf(request.url ?? "", await bodyOf(request))]({ key, request, response, answer })
    void respond().catch((cause: unknown) => {
      chunks.push(String(cause))
      response.destroy()
    })
  })
  server.on("connection", (socket) => {
    const write = socket.write.bind(socket) as (...parameters: ReadonlyArray<unknown>) => boolean
    socket.write = (...parameters: ReadonlyArray<unknown>) => {
      chunks.push(textOf(parameters[0]))
      return write(...parameters)
    }
    socket.on("error", () => undefined)
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    said: () => {
      const all = chunks.join("")
      chunks = []
      return all
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
  }
}
