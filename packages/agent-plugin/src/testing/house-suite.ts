/**
 * Tests the folder layout of this repository's plugins by walking the folders: a step or trigger without its test or
 * snapshot fails here. Tests that apply to any plugin are in `pluginSuite`.
 */
import { existsSync, readFileSync, readdirSync } from "node:fs"
import { join } from "node:path"

import { describe, expect, it } from "vitest"

import { manifestOf, type Manifest } from "../manifest.ts"
import type { Plugin } from "../Plugin.ts"
import { describe as described, inputSchema } from "../steps/ToolSchema.ts"
import type { TriggerExample } from "./trigger-suite.ts"

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
/** `identity` determines which person or company a sales data lookup is about. */
const OPTIONAL_ROOMS = ["src/restriction", "src/triggers", "src/commands", "src/identity", "src/browser"]
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

/** Converts a title from the specification to an id: lower case, words joined by underscores, punctuation removed. */
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

const fileOf = (plugin: Plugin, id: string): string => id.slice(plugin.id.length + 1).replaceAll("_", "-")

/** Reads the examples of a plugin's triggers from its fixtures folder. */
export const examplesIn =
  (root: string) =>
  (fixture: string): TriggerExample =>
    JSON.parse(readFileSync(join(root, `fixtures/${fixture}.json`), "utf8"))

/**
 * Tests a plugin's folder. Call it in a test file, beside `pluginSuite`.
 * @param root the plugin's package folder
 * @param manifest the export of `manifest.gen.ts`
 */
export const houseSuite = (plugin: Plugin, root: string, manifest: Manifest): void => {
  describe(`folder of ${plugin.id}`, () => {
    it.each(REQUIRED_ROOMS)("has the room %s", (room) => {
      expect(existsSync(join(root, room))).toBe(true)
    })

    it("has no folder under src that other plugins do not have", () => {
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
      it("is named by its title", () => expect(id).toBe(`${plugin.id}_${snake(step.title)}`))

      it("has a test beside it", () =>
        expect(existsSync(join(root, `src/tool-steps/${fileOf(plugin, id)}.test.ts`))).toBe(true))

      // LangChain drops `anyOf` from a field, and Gemini's API refuses every tool if the type of one field is missing.
      it("has one type for each field of its input", () => {
        const fields = Object.entries(inputSchema(step).properties ?? {})
        expect(fields.filter(([, field]) => typeof (field as { type?: unknown }).type !== "string")).toEqual([])
      })

      it("has an up-to-date schema snapshot", () => {
        const snapshot: unknown = JSON.parse(
          readFileSync(join(root, `src/tool-steps/__snapshots__/${id}.json`), "utf8")
        )
        expect(snapshot).toEqual(JSON.parse(JSON.stringify(described(step))))
      })
    })

    it.each(plugin.triggers.map(({ id, title }) => [id, title] as const))(
      "%s is named by its title, and has a test beside it",
      (id, title) => {
        expect(id).toBe(`${plugin.id}_${snake(title)}`)
        expect(existsSync(join(root, `src/triggers/${fileOf(plugin, id)}.test.ts`))).toBe(true)
      }
    )
  })
}
