/** The real `inlay serve`: it becomes ready, is alone on its directory, stops gracefully, and prints no secrets. */
import { spawn, type ChildProcess } from "node:child_process"
import { existsSync, readdirSync, rmSync } from "node:fs"
import { createServer } from "node:http"
import { connect, type AddressInfo } from "node:net"
import { join } from "node:path"
import { text as textOf } from "node:stream/consumers"

import { afterEach, describe, expect, it } from "vitest"

import { LISTEN } from "../../testing/mcp/listen-message.ts"
import { main, environment, type ErrorDocument } from "../../testing/processes/command.ts"
import { temporaryDirectories } from "../../testing/temporary.ts"
import { command, commandJson } from "../../testing/threads/command.ts"
import { world } from "../../testing/world.ts"

const directory = temporaryDirectories()
const { env, control } = world()
const children: Array<ChildProcess> = []
afterEach(() => {
  for (const child of children.splice(0)) child.kill("SIGKILL")
})

const start = async (at: string, args: ReadonlyArray<string> = [], more: Readonly<Record<string, string>> = {}) => {
  const child = spawn(process.execPath, [main, "serve", "--port", "0", "--data", at, ...args], {
    env: environment(more),
    stdio: ["ignore", "pipe", "pipe"]
  })
  children.push(child)
  const output = { out: "", err: "" }
  const ready = Promise.withResolvers<string>()
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    output.out += text
    const url = /http:\/\/127\.0\.0\.1:\d+/.exec(output.out)?.[0]
    if (url !== undefined) ready.resolve(url)
  })
  child.stderr.setEncoding("utf8").on("data", (text: string) => (output.err += text))
  const ended = new Promise<number | null>((resolve) => child.on("close", resolve))
  void ended.then((code) => ready.reject(new Error(`it ended with ${code}: ${output.err}`)))
  return { child, output, ended, url: await ready.promise }
}

/** For a busy machine. */
const PATIENT = { timeout: 20_000 }

/** The number of pending requests in the server's metrics, without the request that reads them. */
const underWayAt = async (url: string, token: string): Promise<number> => {
  const answer = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${token}` } })
  return Number(/^inlay_http_requests_under_way (\d+)/m.exec(await answer.text())?.[1]) - 1
}

describe("inlay serve", () => {
  it("prints its address in one line, and on a new directory how a browser signs in", async () => {
    const at = directory()
    const { output, url, child, ended } = await start(at)
    expect(output.out).toBe(`listening on ${url}\n`)
    expect(await (await fetch(`${url}/healthz`)).json()).toEqual({ ok: true })
    await expect
      .poll(() => output.err, PATIENT)
      .toMatch(/^Open the console[^\n]*\nhttp[^\n]*\/sign-in#[A-Za-z0-9]{43}\n$/)
    child.kill("SIGINT")
    expect(await ended).toBe(0)
    // A blank host, as from an empty variable, is none.
    const again = await start(at, ["--host", ""])
    again.child.kill("SIGTERM")
    expect([await again.ended, again.output.err]).toEqual([0, ""])
  })

  it.each(["0.0.0.0", "0::0", "::ffff:0.0.0.0"])(
    "on every address (%s), gives one that a browser opens, and says what --url is for",
    async (host) => {
      const at = directory()
      const { output, url } = await start(at, ["--host", host])
      expect(output.out).toBe(`listening on ${url}\n`)
      await expect.poll(() => output.err, PATIENT).toContain(`\n${url}/sign-in#`)
      expect(output.err).toMatch(
        /^\d{4}-\d\d-\d\dT[\d:.]+Z warn .*http:\/\/127\.0\.0\.1:\d+.*--url https:\/\/hub\.example/m
      )
      const resource = await (await fetch(`${url}/.well-known/oauth-protected-resource/mcp`)).text()
      expect(JSON.parse(resource)).toMatchObject({ resource: `${url}/mcp`, authorization_servers: [url] })
      const named = await start(directory(), ["--host", host, "--url", "http://127.0.0.1:8080"])
      await expect.poll(() => named.output.err, PATIENT).toContain("http://127.0.0.1:8080/sign-in#")
      expect(named.output.err).not.toContain("warn ")
    }
  )

  it("starts without a usable key, for accounts from the environment, and says at once what is wrong with it", async () => {
    const { output, url } = await start(directory(), [], { INLAY_SECRET_KEY: "nonsense" })
    await expect
      .poll(() => output.err, PATIENT)
      .toMatch(
        /^\d{4}-\d\d-\d\dT[\d:.]+Z warn INLAY_SECRET_KEY holds no usable key: .*openssl rand.*accounts from the environment work/m
      )
    expect((await fetch(`${url}/healthz`)).status).toBe(200)
  })

  it("says what did not happen once where the key of stored accounts is missing", async () => {
    const at = directory()
    await command(["connect", "codehost", "--no-check", "--data", at], { stdin: "a-token-that-nobody-checks" })
    rmSync(join(at, "secret.key"))
    const { output } = await start(at)
    await expect
      .poll(() => output.err, PATIENT)
      .toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z warn An account is stored .*accounts from the environment work/m)
    expect(output.err.match(/Nothing was sent/g)).toHaveLength(1)
  })

  // Linux has every address of 127.0.0.0/8.
  it.runIf(process.platform === "linux")(
    "is monitored at its machine's address, as Kubernetes, load balancers and Prometheus do; nothing else is served there",
    async () => {
      const at = directory()
      const { url } = await start(at, ["--host", "0.0.0.0"])
      const port = Number(new URL(url).port)
      const { json } = await commandJson<{ text: string }>(["tokens", "create", "prometheus", "--data", at])
      const headers = { authorization: `Bearer ${json.text}` }
      const statusOf = async (path: string, more: Readonly<Record<string, string>> = {}) =>
        (await fetch(`http://127.0.0.2:${port}${path}`, { headers: { ...headers, ...more } })).status
      expect([await statusOf("/healthz"), await statusOf("/metrics")]).toEqual([200, 200])
      expect((await fetch(`http://127.0.0.2:${port}/metrics`)).status).toBe(401)
      for (const path of ["/", "/api/session", "/mcp", "/openapi.json"])
        expect([path, await statusOf(path)]).toEqual([path, 421])
      // HAProxy's check is of HTTP 1.0 and names no host, which no browser leaves out.
      const withoutHost = async (path: string) => {
        const socket = connect(port, "127.0.0.2")
        socket.write(`GET ${path} HTTP/1.0\r\n\r\n`)
        return (await textOf(socket)).split(" ", 2)[1]
      }
      expect([await withoutHost("/healthz"), await withoutHost("/metrics"), await withoutHost("/")]).toEqual([
        "200",
        "401",
        "421"
      ])
      // The page of another port of this address.
      expect(await statusOf("/healthz", { origin: "http://127.0.0.2:1" })).toBe(403)
    }
  )

  it("is the only server on its directory, where commands still work; one that was killed blocks nobody", async () => {
    const at = directory()
    const first = await start(at)
    const second = await commandJson<ErrorDocument>(["serve", "--port", "0", "--data", at])
    expect(second.code).toBe(1)
    expect(second.json.error.reason).toBe("Conflict")
    expect(second.json.error.message).toContain(first.url)
    const { json } = await commandJson<{ text: string }>(["tokens", "create", "ci", "--data", at])
    const session = await fetch(`${first.url}/api/session`, { headers: { authorization: `Bearer ${json.text}` } })
    expect(session.status).toBe(200)
    const { json: link } = await commandJson<{ link: string }>(["console", "--data", at])
    expect(link.link).toContain(`${first.url}/sign-in#`)
    const signIn = () =>
      fetch(`${first.url}/api/session`, {
        method: "POST",
        headers: { "content-type": "application/json", origin: first.url },
        body: JSON.stringify({ link: link.link.split("#")[1] })
      })
    expect((await signIn()).status).toBe(201)
    expect((await command(["console", "--sign-out", "--data", at])).stdout).toBe("Signed 1 browser out.\n")
    expect((await commandJson(["console", "--sign-out", "--data", at])).json).toEqual({ ended: 0 })
    expect((await command(["console", "--sign-out", "--data", at])).stdout).toContain(
      `No browser was signed in to a server on the data directory ${at}`
    )
    const elsewhere = await command(["console", "--sign-out", "--url", first.url, "--data", at])
    expect([elsewhere.code, elsewhere.stderr]).toEqual([2, expect.stringContaining("give --data or --database")])
    expect((await command(["console", "--sign-out", "--data", directory()])).stderr).toContain("No server runs")
    first.child.kill("SIGKILL")
    await first.ended
    expect((await command(["console", "--data", at])).stderr).toContain("No server runs")
    const third = await start(at)
    expect(third.url).not.toBe("")
  })

  it("counts events from 0, so that Prometheus sees the first failure as an increase", async () => {
    const at = directory()
    const { url } = await start(at)
    const { json } = await commandJson<{ text: string }>(["tokens", "create", "prometheus", "--data", at])
    const metrics = await (await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${json.text}` } })).text()
    expect(metrics.match(/^inlay_(?:polls|deliveries)_total.*/gm)?.toSorted()).toEqual([
      'inlay_deliveries_total{outcome="delivered"} 0',
      'inlay_deliveries_total{outcome="given_up"} 0',
      'inlay_polls_total{outcome="failed"} 0',
      'inlay_polls_total{outcome="ok"} 0'
    ])
  })

  it.skipIf(process.platform !== "linux")(
    "has threads for more than two names whose name server hangs, unless their number is set",
    async () => {
      const threadsOf = ({ child }: Awaited<ReturnType<typeof start>>) => readdirSync(`/proc/${child.pid}/task`).length
      const usual = await start(directory())
      await expect.poll(() => threadsOf(usual), PATIENT).toBeGreaterThan(64)
      const chosen = await start(directory(), [], { UV_THREADPOOL_SIZE: "4" })
      expect(threadsOf(chosen)).toBeLessThan(40)
    }
  )

  it("says what is wrong if its port is in use or its address is invalid", async () => {
    const otherServer = createServer()
    await new Promise<void>((resolve) => otherServer.listen(0, "127.0.0.1", resolve))
    const { port } = otherServer.address() as AddressInfo
    const { json, code } = await commandJson<ErrorDocument>(["serve", "--port", String(port), "--data", directory()])
    expect([code, json.error.reason]).toEqual([1, "Conflict"])
    expect(json.error.message).toMatch(/in use by another program.*--port/)
    otherServer.close()
    const wrong = await commandJson<ErrorDocument>(["serve", "--url", "hub.example", "--data", directory()])
    expect([wrong.code, wrong.json.error.reason]).toEqual([2, "Invalid"])
    for (const host of ["0", "a/b"]) {
      const at = `${directory()}/none`
      const { json: refusal } = await commandJson<ErrorDocument>(["serve", "--host", host, "--data", at])
      expect(refusal.error.message).toContain(`--host must be a name or an address of this machine, such as 127.0.0.1`)
      expect(existsSync(at)).toBe(false)
    }
    const below = await commandJson<ErrorDocument>(["serve", "--url", "https://a.example/inlay", "--data", directory()])
    expect(below.json.error.message).toContain("--url must have no path: the hub needs a host of its own")
  })

  it("finishes requests in progress when it is stopped, and accepts no new ones", async () => {
    const at = directory()
    await control("POST", "/settings", { latencyMs: 3_000 })
    const { url, child, ended } = await start(at, [], env({ INLAY_DATA: at }))
    const { json } = await commandJson<{ text: string }>(["tokens", "create", "ci", "--data", at])
    const run = (slug: string) =>
      fetch(`${url}/api/tools/salesdata_people_enrichment/runs`, {
        method: "POST",
        headers: { authorization: `Bearer ${json.text}`, "content-type": "application/json" },
        body: JSON.stringify({ input: { profilenet_slug: slug } })
      }).then(({ status }) => status)
    const underWay = Array.from({ length: 20 }, (_, index) => run(`nobody-${index}`))
    // All requests have arrived. Later ones are refused, as by any server that is stopping.
    await expect.poll(() => underWayAt(url, json.text), PATIENT).toBe(underWay.length)
    child.kill("SIGINT")
    const statuses = await Promise.all(underWay)
    expect(new Set(statuses)).toEqual(new Set([200]))
    expect(await ended).toBe(0)
    await expect(run("somebody-else")).rejects.toThrow()
    await control("POST", "/reset")
  })

  it("keeps idle connections longer than proxies do, so that it closes none on which one just sends a request", async () => {
    const { url } = await start(directory())
    for (const [method, path] of [
      ["GET", "/healthz"],
      ["POST", "/webhooks/any"]
    ] as const) {
      const { headers } = await fetch(url + path, { method })
      expect([path, headers.get("keep-alive")]).toEqual([path, "timeout=130"])
    }
  })

  it("does not wait for what clients keep open: connections, streams, subscriptions, half a request", async () => {
    const at = directory()
    const { url, child, ended } = await start(at)
    const { json } = await commandJson<{ text: string }>(["tokens", "create", "ci", "--data", at])
    const half = connect(Number(new URL(url).port), "127.0.0.1").on("error", () => {})
    await new Promise<unknown>((resolve) => half.write("GET /healthz HTTP/1.1\r\nhost: ", resolve))
    const authorization = `Bearer ${json.text}`
    const events = await fetch(`${url}/api/events`, { headers: { authorization, accept: "text/event-stream" } })
    const subscription = await fetch(`${url}/mcp`, {
      method: "POST",
      headers: {
        authorization,
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        "mcp-protocol-version": "2026-07-28",
        "mcp-method": "subscriptions/listen"
      },
      body: LISTEN
    })
    expect([events.status, subscription.status]).toEqual([200, 200])
    const startMillis = performance.now()
    child.kill("SIGTERM")
    await Promise.all([events.text(), subscription.text()])
    expect(await ended).toBe(0)
    expect(performance.now() - startMillis).toBeLessThan(3_000)
  })

  it("ends at once if it is told a second time", async () => {
    const at = directory()
    await control("POST", "/settings", { latencyMs: 20_000 })
    const { url, child, ended } = await start(at, [], env({ INLAY_DATA: at }))
    const { json } = await commandJson<{ text: string }>(["tokens", "create", "ci", "--data", at])
    const underWay = fetch(`${url}/api/tools/salesdata_people_enrichment/runs`, {
      method: "POST",
      headers: { authorization: `Bearer ${json.text}`, "content-type": "application/json" },
      body: JSON.stringify({ input: { profilenet_slug: "nobody-at-all" } })
    }).then(
      ({ status }) => status,
      () => "lost"
    )
    await expect.poll(() => underWayAt(url, json.text), PATIENT).toBe(1)
    child.kill("SIGINT")
    const state = () =>
      fetch(`${url}/healthz`).then(
        () => "open",
        () => "closed"
      )
    await expect.poll(state, PATIENT).toBe("closed")
    child.kill("SIGINT")
    expect([await ended, await underWay]).toEqual([130, "lost"])
    await control("POST", "/reset")
  })

  it("writes its log as lines of JSON in addition to the one document, without a secret", async () => {
    const at = directory()
    const { output, url, child, ended } = await start(at, ["--json", "--log-level", "debug"])
    expect(JSON.parse(output.out)).toEqual({ listening: url })
    const { json } = await commandJson<{ text: string }>(["tokens", "create", "ci", "--data", at])
    await fetch(`${url}/api/session?code=canary-in-a-query`, { headers: { authorization: `Bearer ${json.text}` } })
    await fetch(`${url}/oauth/callback?code=canary-in-a-query&state=x`)
    await fetch(`${url}/mcp?code=canary-in-a-query`, { method: "POST" })
    const hook = "a".repeat(43)
    await fetch(`${url}/webhooks/${hook}?code=canary-in-a-query`, { method: "POST" })
    child.kill("SIGINT")
    await ended
    const lines = output.err
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as { message: string })
    const messages = lines.map(({ message }) => message).join("\n")
    for (const line of ["GET /api/session 200", "POST /mcp 401", "POST /webhooks/aaaaaa 404"])
      expect(messages).toContain(line)
    for (const secret of [json.text, "canary-in-a-query", hook]) expect(output.err + output.out).not.toContain(secret)
  })
})
