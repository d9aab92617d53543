/**
 * Writes the types of a module as one file that imports no other package: every type is written out, under its name in
 * the sources and with its comments. The schemas, effects and streams that the types are made from do not appear in it.
 */
import { dirname, join } from "node:path"

import ts from "typescript-6"

import { TypeWriter } from "./type-writer.ts"

const readConfig = (folder: string): ts.ParsedCommandLine => {
  const file = join(folder, "tsconfig.json")
  const { config } = ts.readConfigFile(file, (path) => ts.sys.readFile(path))
  return ts.parseJsonConfigFileContent(config, ts.sys, dirname(file))
}

/** Returns the symbols that a module exports, wherever they are declared. */
const exportsOf = (checker: ts.TypeChecker, module: ts.SourceFile): ReadonlyArray<ts.Symbol> => {
  const symbol = checker.getSymbolAtLocation(module)
  if (symbol === undefined) throw new Error(`${module.fileName} exports nothing.`)
  return checker
    .getExportsOfModule(symbol)
    .map((each) => ((each.flags & ts.SymbolFlags.Alias) === 0 ? each : checker.getAliasedSymbol(each)))
}

/** @param source absolute path of the module; its package's tsconfig is in `folder` */
export const declarations = (folder: string, source: string): string => {
  const { options } = readConfig(folder)
  const program = ts.createProgram([source], {
    ...options,
    noEmit: true,
    incremental: false,
    typeRoots: [join(folder, "node_modules/@types")]
  })
  const module = program.getSourceFile(source)
  if (module === undefined) throw new Error(`${source} cannot be read.`)
  const checker = program.getTypeChecker()
  const inputs = new Set<ts.Type>()
  const write = () => {
    const writer = new TypeWriter(checker, program, inputs)
    for (const symbol of exportsOf(checker, module)) writer.export(symbol)
    return writer.text()
  }
  // A type may be written before a method is that takes it, so a text that finds new inputs is written again.
  let text = ""
  for (let count = -1; count < inputs.size;) {
    count = inputs.size
    text = write()
  }
  return text
}
