/** Generates barrels: a package's modules as namespaces, and a plugin's units as one list. */
import { generatedModule, type Output } from "./outputs.ts"
import { camel, readPackage, units } from "./workspace.ts"

/** `index.ts` of a package: the exported modules that are one service or type each, named in PascalCase. */
export const moduleBarrel = async (root: string, folder: string): Promise<Output> => {
  const { exports = {} } = await readPackage(root, folder)
  const lines = Object.entries(exports)
    .flatMap(([subpath, file]) => {
      const name = /^\.\/([A-Z]\w*)$/.exec(subpath)?.[1]
      return name !== undefined && typeof file === "string"
        ? [`export * as ${name} from "${file.replace("./src/", "./")}"`]
        : []
    })
    .sort()
  return generatedModule(`${folder}/src/index.ts`, lines)
}

/** `index.gen.ts` of a folder of units: the list of all units, sorted by name. */
export const unitBarrel = async (root: string, folder: string, list: string): Promise<Output | undefined> => {
  const names = await units(root, folder)
  if (names.length === 0) return undefined
  const imports = names.map((name) => `import { ${camel(name)} } from "./${name}.ts"`)
  const all = `export const ${list} = [${names.map(camel).join(", ")}]`
  return generatedModule(`${folder}/index.gen.ts`, [...imports, "", all])
}
