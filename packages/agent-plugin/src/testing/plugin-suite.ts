/**
 * Tests that apply to any plugin, whoever wrote it and however its files are organised: steps describe themselves and
 * refuse unknown fields, triggers match their examples, API Call cannot leave the account's address, and accounts can
 * be described.
 */
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"

import { make as makeAccount, TOKEN } from "../account/Account.ts"
import { envOf } from "../account/Environment.ts"
import { readPlugin, type PlainPlugin } from "../plain/PlainPlugin.ts"
import type { Plugin } from "../Plugin.ts"
import { inputSchema, outputSchema } from "../steps/ToolSchema.ts"
import { apiCallSuite } from "./api-call-suite.ts"
import { triggerSuite, type TriggerExample } from "./trigger-suite.ts"

const noExample = (fixture: string): TriggerExample => {
  throw new Error(`pluginSuite needs the example ${fixture} of a trigger: pass { example }`)
}

/**
 * Tests a plugin in either form. Call it in a test file.
 * @param options `example` returns the example of a trigger by its fixture's name; needed if the plugin has triggers
 */
export const pluginSuite = (
  tested: Plugin | PlainPlugin,
  { example = noExample }: { readonly example?: (fixture: string) => TriggerExample } = {}
): void => {
  const plugin = Result.getOrThrow(readPlugin(tested))
  describe(`plugin ${plugin.id}`, () => {
    describe.each(plugin.toolSteps.map((step) => [step.id, step] as const))("%s", (id, step) => {
      it("carries the plugin's id", () => expect(id).toMatch(new RegExp(`^${plugin.id}_[a-z0-9_]+$`)))

      it("has a name and fields that every model takes", () => {
        expect(id.length).toBeLessThanOrEqual(64)
        expect(Object.keys(inputSchema(step).properties ?? {}).filter((name) => !/^[\w.-]{1,64}$/.test(name))).toEqual(
          []
        )
      })

      it("states all four hints, its scopes and its cost", () => {
        expect(Object.keys(step.hints).sort()).toEqual(["destructive", "idempotent", "openWorld", "readOnly"])
        expect(Object.values(step.hints).every((hint) => typeof hint === "boolean")).toBe(true)
        expect(Array.isArray(step.scopes)).toBe(true)
        expect(step.cost === null || step.cost.note !== "").toBe(true)
      })

      it("is never both read-only and destructive", () =>
        expect(step.hints.readOnly && step.hints.destructive).toBe(false))

      it("describes itself in at most 300 characters, as a sentence", () => {
        expect(step.description.length).toBeGreaterThan(20)
        expect(step.description.length).toBeLessThanOrEqual(300)
        expect(step.description).toMatch(/\.$/)
      })

      it("has object schemas, and takes no credential", () => {
        expect(inputSchema(step)["type"]).toBe("object")
        expect(outputSchema(step)["type"]).toBe("object")
        expect(
          Object.keys(inputSchema(step).properties ?? {}).filter((name) => /key|token|secret|password/i.test(name))
        ).toEqual([])
      })

      it("does not use the input that selects a connected account", () =>
        expect(inputSchema(step).properties ?? {}).not.toHaveProperty("account"))

      it("refuses an unknown field before anything else", async () => {
        const error = await Effect.runPromise(Effect.flip(step.run({ no_such_field_of_any_step: 1 })))
        expect(error.reason._tag).toBe("Invalid")
      })
    })

    triggerSuite(plugin, example)

    if (plugin.toolSteps.some((step) => step.id === `${plugin.id}_api_call`)) apiCallSuite(plugin)

    describe.each(plugin.accountKinds.map((kind) => [kind.id, kind] as const))("account kind %s", (_, kind) => {
      it("describes every field, and no two fields share a variable", () => {
        expect(kind.fields.filter((field) => field.label === "" || !field.help.endsWith("."))).toEqual([])
        const variables = kind.fields.map((field) => envOf(plugin.id, field))
        expect(new Set(variables).size).toBe(variables.length)
      })

      it("lists the options of every choice, and treats every file as secret", () => {
        for (const { type, options, secret } of kind.fields) {
          if (type !== "choice") expect(options).toBeUndefined()
          else if (options === "provider") expect(kind.choices).toBeTypeOf("function")
          else expect(options?.length ?? 0).toBeGreaterThan(0)
          if (type === "file") expect(secret).toBe(true)
        }
      })

      it("makes the environment's account from its own fields", () => {
        const names = kind.fields.map(({ name }) => name)
        expect((kind.environment ?? []).filter((name) => !names.includes(name))).toEqual([])
      })

      it("has a token for its way to sign in", () => {
        if (kind.signIn === undefined) return
        expect(kind.signIn.device ?? kind.signIn.browser).toBeDefined()
        expect(kind.fields.find(({ name }) => name === TOKEN)).toMatchObject({ secret: true })
      })

      it("checks an empty account without throwing", () => {
        const account = makeAccount({ plugin: plugin.id, name: "empty", kind, values: {}, revision: "1" })
        expect(() => kind.validate(account)).not.toThrow()
      })

      it("has no default for a secret", () => {
        expect(kind.fields.filter((field) => field.secret && field.default !== undefined)).toEqual([])
      })
    })
  })
}
