/**
 * Lets lazy parts of a page be imported from the script that has them. The bundler gives a part that shares its script
 * with others a script that only passes on its exports under their names, and that is loaded first, in a round of its
 * own.
 */
import { posix } from "node:path"

import { EXPORTS, pairsOf } from "./export-names.ts"

interface Script {
  readonly fileName: string
  code: string
}

/** A script that only passes on what another exports under other names: `export{t as View}from"./repository-X.js"`. */
const FORWARDING = /^export\{([^}]+)\}from"\.\/([^"]+)";?\s*$/

/**
 * @returns the files that nothing imports any more
 * @throws if something names one of them in a way that is not understood here
 */
export const removeForwarding = (scripts: ReadonlyArray<Script>): ReadonlyArray<string> =>
  scripts.flatMap(({ fileName, code }) => {
    const [, passedOn, targetName = ""] = FORWARDING.exec(code) ?? []
    const target = scripts.find((one) => posix.basename(one.fileName) === targetName)
    const list = EXPORTS.exec(target?.code ?? "")?.[1]
    if (passedOn === undefined || target === undefined || list === undefined) return []
    const locals = new Map(pairsOf(list).map(([local, exported]) => [exported, local]))
    const pairs = pairsOf(passedOn)
    if (!pairs.every(([from, exported]) => locals.has(from) && !locals.has(exported))) return []
    const names = pairs.map(([from, exported]) => `${locals.get(from)} as ${exported}`)
    target.code = target.code.replace(EXPORTS, () => `export{${[list, ...names].join()}};\n`)
    for (const script of scripts) {
      script.code = script.code.replaceAll(`./${posix.basename(fileName)}`, `./${targetName}`)
      if (script.code.includes(posix.basename(fileName)))
        throw new Error(`${script.fileName} names ${fileName}, which would be left out.`)
    }
    return [fileName]
  })
