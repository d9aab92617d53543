/**
 * The files by which others run and list the hub, each read as its consumer reads it: a container, a service, a
 * registry, a generator.
 */
import { execFileSync, spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"

import * as Schema from "effect/Schema"
import { describe, expect, it } from "vitest"

import { accountVariables } from "../../account-variables.gen.ts"
import { inlay, main, environment } from "../../testing/processes/command.ts"
import { temporaryDirectories } from "../../testing/temporary.ts"
import { command } from "../../testing/threads/command.ts"

const directory = temporaryDirectories()
const root = fileURLToPath(new URL("../../../../..", import.meta.url))
const read = (path: string) => readFileSync(`${root}/${path}`, "utf8")

const start = async (args: ReadonlyArray<string>, data: string) => {
  const server = spawn(process.execPath, [main, ...args, "--port", "0"], {
    env: environment({ INLAY_DATA: data }),
    stdio: ["ignore", "pipe", "inherit"]
  })
  const [line] = (await once(server.stdout.setEncoding("utf8"), "data")) as [string]
  return { server, port: /:(\d+)\s*$/.exec(line)?.[1] ?? "" }
}

describe("the recipe of an image", () => {
  const recipe = read("deploy/Dockerfile")
  const lines = recipe.split("\n").filter((line) => line !== "" && !line.startsWith("#"))
  const argsOf = (instruction: string): ReadonlyArray<string> =>
    JSON.parse(new RegExp(`^${instruction}[^[]*(\\[.*\\])$`, "m").exec(recipe)?.[1] ?? "[]") as ReadonlyArray<string>

  it("has only instructions, ends as a user other than root, and declares its port and its data", () => {
    const instructions = lines.map((line) => line.split(" ", 1)[0])
    const allowed = ["FROM", "ARG", "RUN", "ENV", "USER", "VOLUME", "EXPOSE", "HEALTHCHECK", "ENTRYPOINT", "CMD"]
    expect(instructions.filter((each) => !allowed.includes(each ?? ""))).toEqual([])
    expect(instructions[0]).toBe("FROM")
    expect(lines).toEqual(expect.arrayContaining(["USER node", "EXPOSE 4670", "VOLUME /data", "ENV INLAY_DATA=/data"]))
    expect(lines.indexOf("USER node")).toBeGreaterThan(lines.findLastIndex((line) => line.startsWith("RUN")))
  })

  it("starts a server that its health check finds, and misses once it is gone", async () => {
    const [init, separator, program, ...first] = argsOf("ENTRYPOINT")
    // As process 1, a program has to wait for the ends of processes that others left: commands of events leave some.
    expect([init, separator, program]).toEqual(["tini", "--", "inlay"])
    expect(recipe).toMatch(/^RUN apt-get .*\binstall\b.* tini\b/m)
    const { server, port } = await start([...first, ...argsOf("CMD")], directory())
    const [node, ...check] = argsOf("HEALTHCHECK")
    const health = () =>
      spawnSync(
        process.execPath,
        check.map((arg) => arg.replace("4670", port))
      ).status
    try {
      expect([node, check.join().includes("4670"), health()]).toEqual(["node", true, 0])
    } finally {
      server.kill("SIGTERM")
      await once(server, "close")
    }
    expect(health()).toBe(1)
  })
})

describe("the unit of a service", () => {
  const unit = read("deploy/inlay.service")
  const values = (key: string) => [...unit.matchAll(new RegExp(`^${key}=(.*)$`, "gm"))].map(([, value]) => value)

  it("starts an existing command, not as root, with its own state directory", async () => {
    const [exec = ""] = values("ExecStart")
    const [program, name, ...args] = exec.split(" ")
    expect([program, name]).toEqual(["/usr/bin/env", "inlay"])
    expect((await inlay([...args, "--help"])).code).toBe(0)
    expect([values("User"), values("StateDirectory"), values("StateDirectoryMode")]).toEqual([
      ["inlay"],
      ["inlay"],
      ["0700"]
    ])
    expect(values("Environment")[0]).toContain("INLAY_DATA=%S/inlay")
  })

  it("is started again for as long as its database is away", () => {
    // systemd's own limit: 5 starts in 10 s, after which a service stays down.
    const [pause = "0"] = values("RestartSec")
    expect([values("Restart"), 5 * Number(pause) > 10]).toEqual([["on-failure"], true])
  })

  it.runIf(spawnSync("systemd-analyze", ["--version"]).status === 0)("is one that systemd reads", () => {
    const { status, stderr } = spawnSync("systemd-analyze", ["verify", `${root}/deploy/inlay.service`], {
      encoding: "utf8"
    })
    expect([status, stderr.split("\n").filter((line) => line.includes("inlay.service"))]).toEqual([0, []])
  })
})

const upTo = (most: number) => Schema.NonEmptyString.check(Schema.isMaxLength(most))
const address = Schema.String.check(Schema.makeFilter((text) => URL.canParse(text) || "must be an address"))
const variable = Schema.Struct({
  name: Schema.NonEmptyString,
  description: Schema.String,
  isSecret: Schema.Boolean,
  format: Schema.optionalKey(Schema.Literals(["string", "number", "boolean", "filepath"])),
  default: Schema.optionalKey(Schema.String)
})

/**
 * The registry's rules for the fields that the entry has. An unknown field would be a mistake.
 * https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json
 */
const RegistryEntry = Schema.Struct({
  $schema: Schema.Literal("https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json"),
  name: upTo(200).check(Schema.isPattern(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/)),
  title: upTo(100),
  description: upTo(100),
  version: upTo(255),
  websiteUrl: address,
  repository: Schema.Struct({ url: address, source: Schema.String, subfolder: Schema.String }),
  packages: Schema.Array(
    Schema.Struct({
      registryType: Schema.Literal("npm"),
      identifier: Schema.String,
      // An exact version: no range, and not "latest".
      version: Schema.String.check(Schema.isPattern(/^\d+\.\d+\.\d+(-[\w.]+)?$/)),
      transport: Schema.Struct({ type: Schema.Literal("stdio") }),
      packageArguments: Schema.Array(Schema.Struct({ type: Schema.Literal("positional"), value: Schema.String })),
      environmentVariables: Schema.Array(variable)
    })
  )
})

it("the entry of a registry is as its schema has it, and names the package, a command of it and every variable", () => {
  const entry = JSON.parse(read("apps/hub/server.json"))
  const manifest = JSON.parse(read("apps/hub/package.json"))
  expect(Schema.decodeUnknownSync(RegistryEntry)(entry, { onExcessProperty: "error", errors: "all" })).toEqual(entry)
  expect([entry.name, entry.version]).toEqual([manifest.mcpName, manifest.version])
  const [listed] = entry.packages
  expect(listed).toMatchObject({ identifier: manifest.name, version: manifest.version, transport: { type: "stdio" } })
  expect(listed.packageArguments).toEqual([{ type: "positional", value: "mcp" }])
  const names = listed.environmentVariables.map(({ name }: { readonly name: string }) => name)
  // A sign-in fills its token, which no variable can give.
  const filled = ["INLAY_ANALYTICS_TOKEN"]
  const own = ["INLAY_DATA", "INLAY_DATABASE", "INLAY_SECRET_KEY"]
  expect(names.toSorted()).toEqual([...accountVariables.filter((name) => !filled.includes(name)), ...own].toSorted())
  const of = (name: string) =>
    listed.environmentVariables.find((each: { readonly name: string }) => each.name === name) as {
      readonly isSecret: boolean
      readonly description: string
    }
  expect(of("INLAY_CODEHOST_TOKEN").description).toMatch(/Created in the service's settings/)
  expect([of("INLAY_CODEHOST_TOKEN").isSecret, of("INLAY_SECRET_KEY").isSecret]).toEqual([true, true])
  expect([of("INLAY_DATABASE").isSecret, of("INLAY_DATA").isSecret]).toEqual([true, false])
  const tables = read("docs/settings.md")
  expect([JSON.stringify(entry), tables].filter((text) => text.includes("Filled in by the sign-in"))).toEqual([])
})

it("the document of the HTTP API is what the server gives", async () => {
  const data = directory()
  const { stdout } = await command(["openapi"])
  const printed = JSON.parse(stdout)
  expect(printed.openapi).toMatch(/^3\.1/)
  const token = JSON.parse(
    execFileSync(process.execPath, [main, "tokens", "create", "test", "--json"], {
      env: environment({ INLAY_DATA: data }),
      encoding: "utf8"
    })
  ).text as string
  const { server, port } = await start(["serve"], data)
  try {
    const headers = { authorization: `Bearer ${token}` }
    const served = await fetch(`http://127.0.0.1:${port}/openapi.json`, { headers })
    expect(await served.json()).toEqual(printed)
    for (const path of Object.keys(printed.paths)) expect(path).toMatch(/^\//)
  } finally {
    server.kill("SIGTERM")
  }
})
