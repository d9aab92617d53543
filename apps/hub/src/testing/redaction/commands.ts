/**
 * Everything that could make a command, a log line or a crash reveal its account's key: typed input, settings and
 * thrown values.
 */
import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"

import { leakNames, type LeakName } from "@inlay/core-http/testing/leaky-provider"

import type { Places } from "./faults.ts"

/** One command line, with an account that has the key. */
export interface Start {
  readonly fault: string
  readonly args: ReadonlyArray<string>
  /** In addition to the key and the provider's address. */
  readonly env?: Readonly<Record<string, string>>
  /** Whether the command is interrupted while it runs. */
  readonly interrupted?: boolean
}

/** Only a call that is never answered gets a time limit, because a busy machine must not time out other calls. */
const limit = (name: string): ReadonlyArray<string> => (name === "slow" ? ["--timeout", "0.2"] : [])

const lookUp = (name: LeakName | "somebody", ...more: ReadonlyArray<string>) => [
  "run",
  "salesdata_people_enrichment",
  "--input",
  JSON.stringify({ email: `${name}@command.example` }),
  ...(more.includes("--timeout") ? [] : limit(name)),
  ...more
]
const apiCall = (input: object, leak = "") => [
  "run",
  "salesdata_api_call",
  ...limit(leak),
  "--input",
  JSON.stringify(input)
]

/** The provider's faults, each met by a lookup and an API Call. */
export const fromProvider: ReadonlyArray<{ readonly lookup: Start; readonly call: Start }> = leakNames.map((fault) => ({
  lookup: { fault, args: lookUp(fault) },
  call: { fault, args: apiCall({ method: "POST", endpoint: `/${fault}`, body: {} }, fault) }
}))

/** A text that ends partway into the key, so that truncation at this length cuts the key at three quarters. */
const cutAt = (length: number, key: string): string => {
  const before = length - Math.ceil(key.length * 0.75)
  return before <= 0 ? key : `${"x".repeat(before - 1)} ${key}`
}

/** Puts the key where it does not belong: in command lines, files and settings. */
export const fromUser = (key: string, { leaky, refused }: Places, directory: string): ReadonlyArray<Start> => {
  const encodedKey = encodeURIComponent(key)
  const asName = encodedKey.replaceAll(".", "%2E").slice(0, 200)
  const file = (name: string, text: string): string => {
    mkdirSync(directory, { recursive: true })
    writeFileSync(join(directory, name), text)
    return join(directory, name)
  }
  const commands: ReadonlyArray<readonly [string, ReadonlyArray<string>]> = [
    ["key in the body", apiCall({ method: "POST", endpoint: "/headers-400", body: { key } })],
    ["key in the path", apiCall({ method: "GET", endpoint: `/${encodedKey}/headers-500` })],
    ["key as a field", apiCall({ [key]: key })],
    ["input that breaks beside the key", ["run", "salesdata_api_call", "--input", `{"key": "${key}" oops`]],
    [
      "a long line that breaks",
      ["run", "salesdata_api_call", "-i", `{"note": "${"y".repeat(80)}", "key": "${key}" oops`]
    ],
    [
      "a file that breaks",
      ["run", "salesdata_api_call", "-i", `@${file("broken.json", `{"key": ${JSON.stringify(key)}`)}`]
    ],
    ["a file that is not there", ["run", "salesdata_api_call", "-i", `@${join(directory, asName)}`]],
    ["a long name of a file", ["run", "salesdata_api_call", "-i", `@${cutAt(200, asName)}`]],
    ["a tool of its name", ["run", key]],
    ["a long name of a tool", ["run", cutAt(80, key)]],
    ["an account of its name", lookUp("somebody", "--account", key)],
    ["a long name of an account", lookUp("somebody", "--account", cutAt(80, key))],
    ["a command of its name", [key]],
    ["a long name of a command", [cutAt(80, key)]],
    ["a flag of its name", ["tools", `--${key}`]],
    ["a number that is none", lookUp("somebody", "--timeout", key)],
    ["an argument too many", ["accounts", key]],
    ["a search for it", ["tools", key]],
    ["a long search", ["tools", cutAt(60, key)]],
    ["help about it", ["tools", key, "--help"]],
    ["doctor", ["doctor"]],
    ["a directory that cannot be made", lookUp("somebody", "--data", join(file("no-directory", ""), asName))],
    ["doctor, no directory", ["doctor", "--data", join(file("no-directory", ""), asName)]]
  ]
  const address = (text: string) => ({ INLAY_SALESDATA_BASE_URL: text })
  const variables: ReadonlyArray<readonly [string, Readonly<Record<string, string>>]> = [
    ["refused", address(refused)],
    ["no-tls", address(leaky.replace("http:", "https:"))],
    ["user-in-address", address(leaky.replace("://", `://me:${encodedKey}@`))],
    ["key-in-query", address(`${leaky}/v1?key=${encodedKey}`)],
    ["address-is-key", address(key)],
    ["number-is-key", { INLAY_SALESDATA_CAP_DAY: key }],
    ["header-is-key", { INLAY_SALESDATA_KEY_HEADER: key }],
    ["site-is-key", { INLAY_SALESDATA_PROFILE_SITE: key }],
    ["line-break", { INLAY_SALESDATA_API_KEY: `${key}\n${key}` }]
  ]
  return [
    ...commands.map(([fault, args]) => ({ fault, args })),
    { fault: "interrupted", args: lookUp("slow", "--account", "env", "--timeout", "5"), interrupted: true },
    ...variables.flatMap(([fault, env]) => [
      { fault, args: lookUp("somebody", "--timeout", "0.4"), env },
      { fault, args: ["accounts"], env },
      // Doctor would wait for an address where nothing listens until its own time limit.
      ...(fault === "refused" || fault === "no-tls" ? [] : [{ fault, args: ["doctor"], env }])
    ])
  ]
}

const namedError = (name: string, key: string): Error => Object.assign(new Error("broke"), { name: `${name}${key}` })

/** What a bug may throw: an error, or any other value. */
export const thrownValues = (key: string): Readonly<Record<string, unknown>> => ({
  "an error": Object.assign(new RangeError(`in ${key}`, { cause: new Error(key) }), {
    headers: { authorization: key }
  }),
  "an error of its name": namedError("", key),
  "a stack with it": Object.assign(new Error("broke"), {
    stack: `Error: broke\n    at send (https://x.example/?k=${key}:1:1)`
  }),
  "a text": `in ${key}`,
  "a long text": cutAt(10_000, key),
  "a value": { request: { headers: [["authorization", `Bearer ${key}`]] } },
  "a value with a long text": { body: cutAt(10_000, key), [key]: encodeURIComponent(key) },
  "a long list": [...Array.from({ length: 120 }, () => "x"), key],
  "a map": new Map([[key, new Set([Buffer.from(key).toString("base64")])]]),
  "a parser's error": parserError(key),
  "several errors": new AggregateError([new Error(key), key], `all of ${key}`),
  "a chain of errors": [1, 2, 3].reduce((cause) => new TypeError(`of ${key}`, { cause }), new Error(key))
})

const parserError = (key: string): unknown => {
  try {
    return JSON.parse(`${key} is no JSON`)
  } catch (error) {
    return error
  }
}
