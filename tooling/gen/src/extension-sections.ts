/**
 * Generates the list of the popup's sections: the features whose `feature.ts` exports one. Adding a section adds a
 * folder.
 */
import { existsSync } from "node:fs"
import { readFile, readdir } from "node:fs/promises"
import { join } from "node:path"

import { generatedModule, type Output } from "./outputs.ts"
import { camel } from "./workspace.ts"

const FEATURES = "apps/extension/features"

const isSection = async (root: string, name: string): Promise<boolean> => {
  const path = join(root, FEATURES, name, "feature.ts")
  return existsSync(path) && /^export const section\b/m.test(await readFile(path, "utf8"))
}

export const sectionList = async (root: string): Promise<Output> => {
  const folder = join(root, FEATURES)
  const names = existsSync(folder) ? (await readdir(folder)).sort() : []
  const are = await Promise.all(names.map((name) => isSection(root, name)))
  const sections = names.filter((_, i) => are[i])
  const all = sections.length === 0 ? "{}" : `{ ${sections.map(camel).join(", ")} }`
  return generatedModule(`${FEATURES}/sections.gen.ts`, [
    ...sections.map((name) => `import { section as ${camel(name)} } from "./${name}/feature.ts"`),
    `import type { Section } from "./section.ts"`,
    "",
    `export const sections: Readonly<Record<string, Section>> = ${all}`
  ])
}
