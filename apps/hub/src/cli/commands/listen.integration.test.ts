/**
 * The real `inlay listen`: with a hub's feed, with broken connections, and by polling; with a command for each event.
 */
import { spawn } from "node:child_process"
import { existsSync, readFileSync } from "node:fs"
import { createServer, request as forward } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"

import star from "@inlay/codehost/fixtures/events/new-star.json" with { type: "json" }
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { expect, it, onTestFinished } from "vitest"

import { hubForTest } from "../../testing/events/hub.ts"
import { main, environment, type ErrorDocument } from "../../testing/processes/command.ts"
import { temporaryDirectories } from "../../testing/temporary.ts"
import { commandJson } from "../../testing/threads/command.ts"

const SOON = { timeout: 20_000 }
const STAR = "codehost_new_star"

const directory = temporaryDirectories()

const hubOf = async () => hubForTest({ directory: directory(), url: undefined })

const starAt = (second: number) => ({
  ...star.body,
  starred_at: `2026-06-01T00:00:0${second}Z`
})

const listen = (args: ReadonlyArray<string>, env: Readonly<Record<string, string>>, trigger = STAR) => {
  const child = spawn(process.execPath, [main, "listen", trigger, "--repo", "acme/widgets", ...args], {
    env: environment(env),
    stdio: ["ignore", "pipe", "pipe"]
  })
  const output = { out: "", err: "" }
  child.stdout.setEncoding("utf8").on("data", (text: string) => (output.out += text))
  child.stderr.setEncoding("utf8").on("data", (text: string) => (output.err += text))
  const ended = new Promise<number | null>((resolve) => child.on("close", resolve))
  onTestFinished(() => void child.kill("SIGKILL"))
  return {
    output,
    lines: () => output.out.split("\n").filter((line) => line !== ""),
    ended,
    isRunning: () => child.exitCode === null,
    /** Reads no more, as `head` does after its last line. */
    closeOutput: () => child.stdout.destroy(),
    stop: (signal: "SIGINT" | "SIGTERM" | "SIGHUP" = "SIGINT") => {
      child.kill(signal)
      return ended
    }
  }
}

/** A proxy for a server whose connections can be cut. */
const proxy = async (to: string) => {
  let isCut = false
  const server = createServer((request, response) => {
    if (isCut) return void request.socket.destroy()
    const headers = { ...request.headers, host: new URL(to).host }
    const onward = forward(`${to}${request.url}`, { method: request.method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    onward.on("error", () => response.destroy())
    response.on("close", () => onward.destroy())
    request.pipe(onward)
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  onTestFinished(() => void server.close())
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut: () => {
      isCut = true
      server.closeAllConnections()
    },
    mend: () => {
      isCut = false
    }
  }
}

it("prints a hub's events as JSON lines, and starts a command with each, whose text is never a command", async () => {
  const hub = await hubOf()
  const hook = await hub.hook("repos/acme/widgets")
  const at = directory()
  const command = `cat >> ${join(at, "stdin")}; printf '%s\\n' "$INLAY_EVENT_ID $INLAY_EVENT_TRIGGER $INLAY_EVENT_ACTOR" >> ${join(at, "env")}; echo seen`
  const listening = listen(["--json", "--hub", hub.url, "--filter", "actor=ada**", "--exec", command], {
    INLAY_HUB_TOKEN: await hub.token()
  })
  await expect.poll(() => listening.output.err, SOON).toMatch(/Listening to http/)
  const login = `ada$(touch ${join(at, "owned")})\`touch ${join(at, "owned")}\``
  // There is no subscription: the hub makes its hook for the listener.
  await expect.poll(async () => (await hub.codeHost.hooksAt("repos/acme/widgets")).length, SOON).toBe(1)
  await hook.deliver("star", { ...starAt(1), sender: { ...star.body.sender, login: "linus", id: 77 } })
  await hook.deliver("star", { ...starAt(2), sender: { ...star.body.sender, login } })
  await expect.poll(() => existsSync(join(at, "env")), SOON).toBe(true)
  await expect.poll(() => listening.output.err, SOON).toContain("seen")
  expect(listening.lines()).toHaveLength(1)
  const event = JSON.parse(listening.lines()[0] ?? "")
  expect(event).toMatchObject({ name: STAR, account: "codehost/env", source: "webhook", actor: login })
  expect(JSON.parse(readFileSync(join(at, "stdin"), "utf8"))).toEqual(event)
  expect(readFileSync(join(at, "env"), "utf8")).toBe(`evt_${event.cursor} ${STAR} ${login}\n`)
  expect(existsSync(join(at, "owned"))).toBe(false)
  expect(await listening.stop()).toBe(0)
})

it("continues after the last event if the connection is lost, and misses none", async () => {
  const hub = await hubOf()
  await hub.subscribe(STAR)
  const hook = await hub.hook("repos/acme/widgets")
  const way = await proxy(hub.url)
  const listening = listen([], { INLAY_HUB_URL: way.url, INLAY_HUB_TOKEN: await hub.token() })
  await expect.poll(() => listening.output.err, SOON).toMatch(/Listening to http/)
  way.cut()
  await hook.deliver("star", starAt(1))
  await expect.poll(() => listening.output.err, SOON).toContain("The connection to the hub was lost")
  way.mend()
  await expect.poll(() => listening.lines().length, SOON).toBe(1)
  await hook.deliver("star", starAt(2))
  await expect.poll(() => listening.lines().length, SOON).toBe(2)
  expect(listening.lines()[0]).toMatch(/^2026-06-01 00:00:01Z {2}ada {2}repository: acme\/widgets/)
  expect(await listening.stop()).toBe(0)
})

it("follows a hub whose database was restored: its events have lower numbers again", async () => {
  const hub = await hubOf()
  await hub.subscribe(STAR)
  const hook = await hub.hook("repos/acme/widgets")
  const way = await proxy(hub.url)
  const listening = listen([], { INLAY_HUB_URL: way.url, INLAY_HUB_TOKEN: await hub.token() })
  await expect.poll(() => listening.output.err, SOON).toMatch(/Listening to http/)
  await hook.deliver("star", starAt(1))
  await hook.deliver("star", starAt(2))
  await expect.poll(() => listening.lines().length, SOON).toBe(2)
  way.cut()
  const asked = { token: await hub.token(), headers: { accept: "application/json" } }
  await hub.run(Effect.flatMap(SqlClient.SqlClient, (sql) => sql`DELETE FROM events`))
  way.mend()
  await expect.poll(() => listening.output.err, SOON).toContain("The hub's events start anew")
  way.cut()
  await hook.deliver("star", starAt(3))
  await expect.poll(async () => (await hub.call("GET", "/api/events?cursor=0", asked)).json.events.length, SOON).toBe(1)
  way.mend()
  await expect.poll(() => listening.lines().length, SOON).toBe(3)
  expect(await listening.stop()).toBe(0)
})

const accountOf = (hub: Awaited<ReturnType<typeof hubOf>>) => ({
  INLAY_CODEHOST_BASE_URL: hub.codeHost.env.INLAY_CODEHOST_BASE_URL,
  INLAY_CODEHOST_TOKEN: hub.codeHost.env.INLAY_CODEHOST_TOKEN
})

it("polls without a hub, says how late events may be, and shows those that pass the filters", async () => {
  const hub = await hubOf()
  const listening = listen(["--every", "1", "--filter", "actor=grace", "--data", directory()], accountOf(hub))
  await expect.poll(() => listening.output.err, SOON).toContain("codehost/env is polled every 1 s")
  for (const login of ["barbara", "grace"]) await hub.codeHost.control("/stars", { login })
  await expect.poll(() => listening.lines(), SOON).toEqual([expect.stringContaining("grace")])
  expect(await listening.stop("SIGTERM")).toBe(0)
  expect(listening.lines()).toHaveLength(1)
})

it("polls again after a failure that may pass, and ends with one that stays", async () => {
  const hub = await hubOf()
  const listening = listen(["--every", "1", "--data", directory()], accountOf(hub))
  await expect.poll(() => listening.output.err, SOON).toMatch(/polled every/)
  await hub.codeHost.control("/faults", { fault: "unavailable", times: 5 })
  await expect.poll(() => listening.output.err, SOON).toMatch(/The poll failed and is retried in \d+ s: /)
  await hub.codeHost.control("/stars", { login: "grace" })
  await expect.poll(() => listening.lines(), SOON).toEqual([expect.stringContaining("grace")])
  await hub.codeHost.control("/tokens/revoke", { token: accountOf(hub).INLAY_CODEHOST_TOKEN })
  expect(await listening.ended).toBe(1)
  expect(listening.output.err).toMatch(/\nUnauthorized: The service rejected the account's token/)
})

it("ends with the next event when its reader is gone, and watches the hub no longer", async () => {
  const hub = await hubOf()
  const hook = await hub.hook("repos/acme/widgets")
  const listening = listen(["--hub", hub.url], { INLAY_HUB_TOKEN: await hub.token() })
  await expect.poll(() => listening.output.err, SOON).toMatch(/Listening to/)
  await hook.deliver("star", starAt(1))
  await expect.poll(() => listening.lines().length, SOON).toBe(1)
  listening.closeOutput()
  await hook.deliver("star", starAt(2))
  expect(await listening.ended).toBe(0)
})

it("polls no longer when its reader is gone, unless there is a command for each event", async () => {
  const hub = await hubOf()
  const seen = join(directory(), "seen")
  const every = ["--every", "1", "--data"]
  const polling = listen([...every, directory()], accountOf(hub))
  const at = directory()
  const command = `echo $INLAY_EVENT_ACTOR $INLAY_DATA >> ${seen}`
  const running = listen([...every, at, "--exec", command], accountOf(hub))
  for (const { output, closeOutput } of [polling, running]) {
    await expect.poll(() => output.err, SOON).toMatch(/polled every/)
    closeOutput()
  }
  await hub.codeHost.control("/stars", { login: "grace" })
  expect(await polling.ended).toBe(0)
  await expect.poll(() => existsSync(seen) && readFileSync(seen, "utf8"), SOON).toBe(`grace ${at}\n`)
  expect(running.isRunning()).toBe(true)
})

it.each(["SIGINT", "SIGHUP"] as const)("ends its command with itself by %s, and says so", async (signal) => {
  const hub = await hubOf()
  const args = ["--every", "1", "--data", directory(), "--exec", "printf 'pid '; echo $$; exec sleep 300"]
  const listening = listen(args, accountOf(hub))
  await expect.poll(() => listening.output.err, SOON).toMatch(/polled every/)
  await hub.codeHost.control("/stars", { login: "grace" })
  await expect.poll(() => listening.output.out, SOON).toMatch(/pid \d+/)
  const pid = Number(/pid (\d+)/.exec(listening.output.out)?.[1])
  // SIGHUP comes when the terminal is closed, which the command, in a group of its own, would outlive.
  expect(await listening.stop(signal)).toBe(0)
  expect(() => process.kill(pid, 0)).toThrow(/ESRCH/)
  expect(listening.output.err).toContain("The command of the last event was still running, and was ended.")
})

it("begins each event on a line of its own, also after a command that ends none", async () => {
  const hub = await hubOf()
  const listening = listen(["--every", "1", "--data", directory(), "--exec", "printf seen"], accountOf(hub))
  await expect.poll(() => listening.output.err, SOON).toMatch(/polled every/)
  for (const login of ["grace", "barbara"]) await hub.codeHost.control("/stars", { login })
  await expect
    .poll(() => listening.lines(), SOON)
    .toEqual([expect.stringContaining("  grace  "), "seen", expect.stringMatching(/^\d{4}-.* {2}barbara {2}/), "seen"])
  expect(await listening.stop()).toBe(0)
})

it("starts no command by what a run of the same account changed, and says so", async () => {
  const hub = await hubOf()
  const at = directory()
  const args = ["--every", "1", "--data", at, "--exec", "echo started"]
  const listening = listen(args, accountOf(hub), "codehost_new_issue")
  await expect.poll(() => listening.output.err, SOON).toContain("is polled every 1 s")
  // The service has made the issue, and polls show it, 1.5 seconds before the run has its answer.
  await hub.codeHost.control("/faults", { fault: "slow", method: "POST", path: "/repos/acme/widgets/issues" })
  const input = JSON.stringify({ owner: "acme", repo: "widgets", title: "It squeaks" })
  const created = await commandJson(["run", "codehost_create_issue", "--input", input, "--data", at], {
    env: accountOf(hub)
  })
  expect(created.code).toBe(0)
  await expect.poll(() => listening.output.err, SOON).toContain("The command was not run")
  expect(listening.lines()).toEqual([expect.stringMatching(/\(by a run of this account\)$/)])
  expect(await listening.stop()).toBe(0)
})

it("refuses before anything is asked: an unknown trigger, a wrong repository or filter, a hub without or with a wrong token", async () => {
  const hub = await hubOf()
  const refused = async (args: ReadonlyArray<string>, env: Readonly<Record<string, string>> = {}) => {
    const { code, json } = await commandJson<ErrorDocument>(["listen", ...args, "--data", directory()], { env })
    expect(code).toBe(json.error.fields?.every(({ field }) => field.startsWith("--")) === true ? 2 : 1)
    return json.error
  }
  expect((await refused(["codehost_new_sta"])).known).toContain(STAR)
  expect((await refused([STAR, "--repo", "widgets"])).fields).toMatchObject([{ field: "--repo" }])
  expect((await refused([STAR, "--repo", "a/b", "--filter", "colour=red"])).fields).toMatchObject([
    { field: "--filter colour" }
  ])
  // As from a variable that is not set: nothing would be run, and nobody would know.
  expect((await refused([STAR, "--repo", "a/b", "--exec", " "])).fields).toMatchObject([{ field: "--exec" }])
  const token = { INLAY_HUB_TOKEN: "token" }
  for (const address of ["http://hub.example", "https://ada:secret@hub.example", "https://hub.example/inlay", "hub"]) {
    const args = [STAR, "--repo", "a/b"]
    expect((await refused([...args, "--hub", address], token)).fields).toMatchObject([{ field: "--hub" }])
    const { fields } = await refused(args, { ...token, INLAY_HUB_URL: address })
    expect(fields).toMatchObject([{ field: "INLAY_HUB_URL" }])
  }
  expect((await refused([STAR, "--repo", "a/b", "--hub", hub.url])).reason).toBe("Unauthorized")
  const wrong = await refused([STAR, "--repo", "a/b", "--hub", hub.url], { INLAY_HUB_TOKEN: "wrong" })
  expect([wrong.reason, wrong.message]).toEqual([
    "Unauthorized",
    expect.stringMatching(/^The hub does not accept this token\. Set INLAY_HUB_TOKEN to a token /)
  ])
  expect((await refused([STAR, "--repo", "a/b"])).reason).toBe("Unauthorized")
})
