/**
 * What every plugin's folder must hold, walked rather than listed: a step or trigger that forgets something fails here.
 */
import { existsSync, readFileSync, readdirSync } from "node:fs"
import { join } from "node:path"

import { describe, expect, it } from "vitest"

import { envOf, TOKEN } from "../Account.ts"
import { manifestOf, type Manifest } from "../manifest.ts"
import type { Plugin } from "../Plugin.ts"
import { describe as described, inputSchema, outputSchema } from "../ToolSchema.ts"
import { apiCallSuite } from "./api-call-suite.ts"
import { triggerSuite } from "./trigger-suite.ts"

const REQUIRED_ROOMS = [
  "README.md",
  "package.json",
  "src/plugin.ts",
  "src/vendors.ts",
  "src/promise.ts",
  "src/detect.ts",
  "src/card.ts",
  "src/manifest.gen.ts",
  "src/schema",
  "src/client",
  "src/wire",
  "src/account",
  "src/tool-steps",
  "fixtures",
  "sandbox/package.json"
]
/** `identity`: whom a question of sales data means. */
const OPTIONAL_ROOMS = ["src/restriction", "src/triggers", "src/commands", "src/identity"]
const REQUIRED_EXPORTS = [
  ".",
  "./client",
  "./promise",
  "./schema/*",
  "./tool-steps/*",
  "./manifest",
  "./detect",
  "./card",
  "./fixtures/*"
]

/** A specification's title as an id: lower case, words joined by underscores, punctuation dropped. */
const snake = (title: string) =>
  title
    .toLowerCase()
    .replace(/[^a-z0-9\s]/g, "")
    .trim()
    .replace(/\s+/g, "_")

const unitFiles = (folder: string): ReadonlyArray<string> =>
  existsSync(folder)
    ? readdirSync(folder).filter((file) => file.endsWith(".ts") && !/\.(test|gen)\.ts$/.test(file))
    : []

/**
 * Tests of a plugin and its folder; call it in a test file.
 * @param root the plugin's package folder
 * @param manifest what `manifest.gen.ts` exports
 */
export const pluginSuite = (plugin: Plugin, root: string, manifest: Manifest): void => {
  describe(`plugin ${plugin.id}`, () => {
    it.each(REQUIRED_ROOMS)("has the room %s", (room) => {
      expect(existsSync(join(root, room))).toBe(true)
    })

    it("has no room under src that another plugin would not have", () => {
      const knownRooms = [...REQUIRED_ROOMS, ...OPTIONAL_ROOMS].map((room) => room.split("/").slice(0, 2).join("/"))
      const folders = readdirSync(join(root, "src"), { withFileTypes: true }).filter((entry) => entry.isDirectory())
      expect(folders.map((folder) => `src/${folder.name}`).filter((name) => !knownRooms.includes(name))).toEqual([])
    })

    it("exports every room a team may take", () => {
      const { exports } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
        exports: Record<string, unknown>
      }
      const triggers = existsSync(join(root, "src/triggers")) ? ["./triggers/*"] : []
      const commands = existsSync(join(root, "src/commands")) ? ["./commands"] : []
      expect(Object.keys(exports)).toEqual(expect.arrayContaining([...REQUIRED_EXPORTS, ...triggers, ...commands]))
    })

    it("has an up-to-date manifest", () => {
      expect(manifest).toEqual(JSON.parse(JSON.stringify(manifestOf(plugin))))
    })

    it("lists exactly the steps of its folder", () => {
      const fromFiles = unitFiles(join(root, "src/tool-steps")).map(
        (file) => `${plugin.id}_${file.slice(0, -3).replaceAll("-", "_")}`
      )
      expect(plugin.toolSteps.map((step) => step.id).sort()).toEqual(fromFiles.sort())
    })

    it("lists exactly the triggers of its folder", () => {
      const fromFiles = unitFiles(join(root, "src/triggers")).map(
        (file) => `${plugin.id}_${file.slice(0, -3).replaceAll("-", "_")}`
      )
      expect(plugin.triggers.map((trigger) => trigger.id).sort()).toEqual(fromFiles.sort())
    })

    describe.each(plugin.toolSteps.map((step) => [step.id, step] as const))("%s", (id, step) => {
      const file = id.slice(plugin.id.length + 1).replaceAll("_", "-")

      it("is named by its title", () => expect(id).toBe(`${plugin.id}_${snake(step.title)}`))

      it("says all four hints, its scopes and its cost", () => {
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

      it("leaves the input by which agents choose a connected account", () =>
        expect(inputSchema(step).properties ?? {}).not.toHaveProperty("account"))

      it("has a test beside it", () => expect(existsSync(join(root, `src/tool-steps/${file}.test.ts`))).toBe(true))

      it("has an up-to-date schema snapshot", () => {
        const snapshot: unknown = JSON.parse(
          readFileSync(join(root, `src/tool-steps/__snapshots__/${id}.json`), "utf8")
        )
        expect(snapshot).toEqual(JSON.parse(JSON.stringify(described(step))))
      })
    })

    it("names its triggers by their titles", () => {
      expect(plugin.triggers.map(({ id }) => id)).toEqual(
        plugin.triggers.map(({ title }) => `${plugin.id}_${snake(title)}`)
      )
    })

    triggerSuite(plugin, root)

    if (plugin.toolSteps.some((step) => step.id === `${plugin.id}_api_call`)) apiCallSuite(plugin)

    describe.each(plugin.accountKinds.map((kind) => [kind.id, kind] as const))("account kind %s", (_, kind) => {
      it("describes every field, and no two share a variable", () => {
        expect(kind.fields.filter((field) => field.label === "" || !field.help.endsWith("."))).toEqual([])
        const variables = kind.fields.map((field) => envOf(plugin.id, field))
        expect(new Set(variables).size).toBe(variables.length)
      })

      it("says what there is to choose for every choice, and keeps every file a secret", () => {
        for (const { type, options, secret } of kind.fields) {
          if (type !== "choice") expect(options).toBeUndefined()
          else if (options === "provider") expect(kind.choices).toBeTypeOf("function")
          else expect(options?.length ?? 0).toBeGreaterThan(0)
          if (type === "file") expect(secret).toBe(true)
        }
      })

      it("makes the account of the environment by fields that it has", () => {
        const names = kind.fields.map(({ name }) => name)
        expect((kind.environment ?? []).filter((name) => !names.includes(name))).toEqual([])
      })

      it("signs in by some way, and has a token for it", () => {
        if (kind.signIn === undefined) return
        expect(kind.signIn.device ?? kind.signIn.browser).toBeDefined()
        expect(kind.fields.find(({ name }) => name === TOKEN)).toMatchObject({ secret: true })
      })

      it("gives no secret a default", () => {
        expect(kind.fields.filter((field) => field.secret && field.default !== undefined)).toEqual([])
      })
    })
  })
}
