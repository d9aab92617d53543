/** Collects the licences of the packages in a bundle, because most licences must accompany every copy. */
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"

const LICENCE = /^(licen[cs]e|notice|copying)(\.|-|$)/i

/** The innermost installed package that a module belongs to. */
const installedFolder = (module: string): string | undefined =>
  /^.*\/node_modules\/(?:@[^/]+\/)?[^/@.][^/]*(?=\/)/.exec(module)?.[0]

const notice = (folder: string): string => {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"))
  const files = readdirSync(folder).filter((file) => LICENCE.test(file))
  const texts = files.map((file) => readFileSync(join(folder, file), "utf8").trim())
  return [`${name} ${version} (${license})`, ...texts].join("\n\n")
}

/**
 * @param modules absolute paths of the bundled modules; the checkout's own modules are covered by the package's licence
 */
export const notices = (modules: Iterable<string>): string => {
  const folders = new Set([...modules].flatMap((module) => installedFolder(module.replaceAll("\\", "/")) ?? []))
  const all = [...folders].filter((folder) => existsSync(join(folder, "package.json"))).map(notice)
  return `${all.sort().join(`\n\n${"-".repeat(72)}\n\n`)}\n`
}
