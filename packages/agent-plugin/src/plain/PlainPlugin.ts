/**
 * Plugins as plain data and functions, so that a user's own file needs no library, and no particular version of one.
 * Steps use promises, and JSON Schema or any Standard Schema. `toPlugin` converts a plain plugin to a `Plugin`. Its
 * requests go through the guarded client of core-http, which attaches the key, so the key never leaves the service's
 * address.
 */
import * as BaseAddress from "@inlay/core-http/BaseAddress"
import * as Budget from "@inlay/core-http/Budget"
import * as HttpClient from "@inlay/core-http/Client"
import * as Credential from "@inlay/core-http/Credential"
import { isJsonObject } from "@inlay/core-http/json-object"
import { invalid, invalidReason, ProviderError, type FieldError } from "@inlay/core-http/ProviderError"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

import { field as settingOf, missingKey, type Account, type AccountKind } from "../account/Account.ts"
import * as Plugin from "../Plugin.ts"
import * as ToolStep from "../steps/ToolStep.ts"
import { inputOf, type PlainInput } from "./plain-input.ts"
import { runPlain, type PlainContext } from "./plain-run.ts"

/** The edition of the plain plugin format that a file is written for. */
export const EDITION = 2

export type { PlainContext } from "./plain-run.ts"
export { logRejections } from "./rejections.ts"

/** One tool step. */
export interface PlainStep {
  /** `<plugin>_<name>`, in snake_case. */
  readonly id: string
  readonly title: string
  /** For agents: what the step is for. */
  readonly description: string
  /** Whether the step changes nothing. Required for every step. */
  readonly readOnly: boolean
  readonly input: PlainInput
  /** Gets the input as its schema parsed it. Its return value is the step's output, and an exception is a failure. */
  readonly run: (input: never, context: PlainContext) => Promise<Readonly<Record<string, unknown>>>
}

/** A complete plugin: the default export of a file. */
export interface PlainPlugin {
  readonly edition: typeof EDITION
  /** In snake_case. The environment variables are `<ID>_BASE_URL` and `<ID>_KEY`. */
  readonly id: string
  readonly title: string
  readonly description: string
  readonly service: {
    /** The default base URL of accounts. Without it, every account has to set its own. */
    readonly baseUrl?: string
    /** The header that carries the key. `authorization` (the default) sends it as a Bearer token. */
    readonly keyHeader?: string
    /**
     * `"none"` if the service wants no key. Otherwise the header, and the word before the key (`""` for the bare key),
     * if they are not those of `keyHeader`.
     */
    readonly auth?: "none" | { readonly header?: string; readonly scheme?: string }
  }
  readonly steps: ReadonlyArray<PlainStep>
}

const ID = /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/
/** A tool's longest name in OpenAI's API, which refuses every tool of a request if one has a longer name. */
const MAX_ID_CHARS = 64

const missingTexts = (value: Readonly<Record<string, unknown>>, where: string, names: ReadonlyArray<string>) =>
  names
    .filter((name) => typeof value[name] !== "string" || value[name] === "")
    .map((name) => ({
      field: `${where}${name}`,
      message: value[name] === "" ? "must not be empty" : "must be a string"
    }))

/** A misspelt field would have no effect, and a key would go into another header than its author meant. */
const unknownFields = (value: Readonly<Record<string, unknown>>, where: string, names: ReadonlyArray<string>) =>
  Object.keys(value)
    .filter((name) => !names.includes(name))
    .map((name) => ({ field: `${where}${name}`, message: `is not a field here; there are ${names.join(", ")}` }))

const inputProblems = (input: unknown, field: string): ReadonlyArray<FieldError> => {
  if (!isJsonObject(input) && typeof input !== "function") {
    return [{ field, message: "must be a JSON Schema or a Standard Schema" }]
  }
  const read = inputOf(input as PlainInput)
  return Result.isFailure(read) ? [{ field, message: read.failure }] : []
}

const stepProblems = (step: unknown, index: number, plugin: string): ReadonlyArray<FieldError> => {
  const where = `steps.${index}.`
  if (!isJsonObject(step)) return [{ field: `steps.${index}`, message: "must be an object" }]
  const { id, readOnly, run, input } = step
  const ofPlugin = typeof id === "string" && ID.test(id) && id.startsWith(`${plugin}_`) && id.length <= MAX_ID_CHARS
  const idRule = `must begin with ${plugin}_, in snake_case, with at most ${MAX_ID_CHARS} characters`
  return [
    ...missingTexts(step, where, ["title", "description"]),
    ...(ofPlugin ? [] : [{ field: `${where}id`, message: idRule }]),
    ...(typeof readOnly === "boolean" ? [] : [{ field: `${where}readOnly`, message: "must be true or false" }]),
    ...(typeof run === "function" ? [] : [{ field: `${where}run`, message: "must be a function" }]),
    ...inputProblems(input, `${where}input`),
    ...unknownFields(step, where, ["id", "title", "description", "readOnly", "input", "run"])
  ]
}

const isText = (value: unknown) => value === undefined || typeof value === "string"

const authProblems = (auth: unknown): ReadonlyArray<FieldError> => {
  if (auth === undefined || auth === "none") return []
  return isJsonObject(auth) && isText(auth["header"]) && isText(auth["scheme"])
    ? unknownFields(auth, "service.auth.", ["header", "scheme"])
    : [{ field: "service.auth", message: 'must be "none" or an object with header and scheme' }]
}

const serviceProblems = (service: unknown): ReadonlyArray<FieldError> => {
  if (!isJsonObject(service)) {
    return [{ field: "service", message: "must be an object; use {} if there are no settings" }]
  }
  return [
    ...unknownFields(service, "service.", ["baseUrl", "keyHeader", "auth"]),
    ...["baseUrl", "keyHeader"]
      .filter((name) => !isText(service[name]))
      .map((name) => ({ field: `service.${name}`, message: "must be a string" })),
    ...authProblems(service["auth"])
  ]
}

/** Returns every reason why a value is not a valid plugin. */
export const problemsOf = (value: unknown): ReadonlyArray<FieldError> => {
  if (typeof value === "function" || value instanceof Promise) {
    const what = typeof value === "function" ? "a function" : "a promise: await it"
    return [{ field: "default", message: `must be the plugin object, not ${what}` }]
  }
  if (!isJsonObject(value)) return [{ field: "default", message: "must be exported: the plugin object" }]
  const { edition, id, service, steps } = value
  if (edition !== EDITION) {
    const what = edition === undefined ? "is missing" : `is ${JSON.stringify(edition)}`
    return [{ field: "edition", message: `${what}; expected edition ${EDITION}` }]
  }
  const plugin = typeof id === "string" ? id : ""
  const ids = Array.isArray(steps) ? steps.map((step: unknown) => (isJsonObject(step) ? step["id"] : undefined)) : []
  const duplicateId = ids.find((each, index) => ids.indexOf(each) < index)
  return [
    ...missingTexts(value, "", ["title", "description"]),
    ...(ID.test(plugin) ? [] : [{ field: "id", message: "must be a name in snake_case" }]),
    ...unknownFields(value, "", ["edition", "id", "title", "description", "service", "steps"]),
    ...serviceProblems(service),
    ...(Array.isArray(steps) && steps.length > 0
      ? steps.flatMap((step: unknown, index) => stepProblems(step, index, plugin))
      : [{ field: "steps", message: "must be a list of at least one step" }]),
    ...(duplicateId === undefined ? [] : [{ field: "steps", message: `contains ${JSON.stringify(duplicateId)} twice` }])
  ]
}

type Call = HttpClient.Client["call"]

class Service extends Context.Service<Service, { readonly call: Call }>()("@inlay/agent-plugin/PlainService") {}

const addressOf = (plugin: string, { settings }: Account): Result.Result<BaseAddress.BaseAddress, ProviderError> =>
  Result.mapError(
    BaseAddress.parse(settings["base_url"] ?? ""),
    (reason) => new ProviderError({ provider: plugin, operation: "connect", reason })
  )

const credentialOf = ({ id, service }: PlainPlugin, account: Account) => {
  const { keyHeader = "authorization", auth = {} } = service
  if (auth === "none") return Result.succeed(Credential.none)
  const { header = keyHeader, scheme } = auth
  const key = account.secrets["key"]
  if (key === undefined)
    return Result.fail(new ProviderError({ provider: id, operation: "connect", reason: missingKey(account, "key") }))
  return Result.succeed(
    scheme === undefined ? Credential.inHeader(header, key) : Credential.inScheme(header, scheme, key)
  )
}

const kindOf = ({ id, service, title }: PlainPlugin): AccountKind => ({
  id: "key",
  title: `${title} account`,
  fields: [
    settingOf("base_url", "Base address", "The service's address.", {
      type: "url",
      required: true,
      ...(service.baseUrl !== undefined && { default: service.baseUrl }),
      env: `${id}_base_url`.toUpperCase()
    }),
    ...(service.auth === "none"
      ? []
      : [
          settingOf("key", "Key", "The service's key.", {
            secret: true,
            required: true,
            env: `${id}_key`.toUpperCase()
          })
        ])
  ],
  ...(service.auth === "none" && { environment: service.baseUrl === undefined ? ["base_url"] : [] }),
  validate: (account) => addressOf(id, account),
  check: () => Effect.succeed({ ok: true, scopes: [], limits: [], problems: [] })
})

/** What the service says about a failure, in the fields that most services use. */
const detailOf = (body: unknown): string => {
  if (!isJsonObject(body)) return ""
  const { message, error, detail } = body
  const texts = [message, isJsonObject(error) ? error["message"] : error, detail]
  return texts.find((text): text is string => typeof text === "string" && text !== "") ?? ""
}

const clientOf = (plugin: PlainPlugin) =>
  Effect.fnUntraced(function* (account: Account) {
    const base = yield* Effect.fromResult(addressOf(plugin.id, account))
    return yield* HttpClient.make({
      provider: plugin.id,
      baseAddress: base,
      pathStyle: "either",
      credential: yield* Effect.fromResult(credentialOf(plugin, account)),
      budget: Budget.make({ concurrency: 10 }),
      keepsRefusals: true,
      failureOf: (answer) => HttpClient.reasonOfStatus(answer, detailOf(answer.body))
    })
  })

const OUTPUT = Schema.Record(Schema.String, Schema.Unknown)

/** Why a value is not an output. One that is no JSON would fail later, where it looks like a bug of the program. */
const outputProblem = (output: unknown): string | undefined => {
  if (!isJsonObject(output)) return "The plugin's function did not return an object."
  try {
    JSON.stringify(output)
    return undefined
  } catch (cause) {
    const [why = ""] = (cause instanceof Error ? cause.message : "").split("\n")
    return `The plugin's function did not return JSON: ${why}.`
  }
}

const toStep = (plugin: PlainPlugin, step: PlainStep): ToolStep.ToolStep<Service> => {
  const { schema, jsonSchema, validate } = Result.getOrThrow(inputOf(step.input))
  return ToolStep.make({
    provider: plugin.id,
    id: step.id,
    title: step.title,
    description: step.description,
    hints: { readOnly: step.readOnly, destructive: !step.readOnly, idempotent: step.readOnly, openWorld: true },
    scopes: [],
    cost: null,
    input: schema as Schema.Codec<unknown, unknown>,
    jsonSchema,
    output: OUTPUT,
    run: Effect.fnUntraced(function* (input: unknown) {
      const verdict = yield* Effect.promise(() => validate(input))
      if ("problems" in verdict) return yield* invalid(plugin.id, step.id, verdict.problems)
      const { call } = yield* Service
      const place = { provider: plugin.id, operation: step.id }
      return yield* runPlain(place, call, step.readOnly, async (context) => {
        const output = await step.run(verdict.value as never, context)
        const what = outputProblem(output)
        if (what === undefined) return output
        throw new ProviderError({ ...place, reason: { _tag: "Decode", what } })
      })
    })
  })
}

/** Converts a plain plugin to a `Plugin`. Fails with all its problems at once. */
export const toPlugin = (value: unknown): Result.Result<Plugin.Plugin, ProviderError> => {
  const problems = problemsOf(value)
  if (problems.length > 0) {
    return Result.fail(new ProviderError({ provider: "inlay", operation: "plugin", reason: invalidReason(problems) }))
  }
  const plain = value as PlainPlugin
  return Result.succeed(
    Plugin.make({
      id: plain.id,
      title: plain.title,
      description: plain.description,
      status: "stable",
      accountKinds: [kindOf(plain)],
      toolSteps: plain.steps.map((step) => toStep(plain, step)),
      triggers: [],
      service: Service,
      client: clientOf(plain)
    })
  )
}

/** Accepts a plugin in either form. */
export const readPlugin = (plugin: PlainPlugin | Plugin.Plugin): Result.Result<Plugin.Plugin, ProviderError> =>
  isJsonObject(plugin) && "connect" in plugin ? Result.succeed(plugin as Plugin.Plugin) : toPlugin(plugin)
