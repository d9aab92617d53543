/**
 * The types of a module as one file that needs no other package: every type is written out as what it is, under the name that
 * the house gives it, with its comments. What the types are made from (schemas, effects, streams) is not in it.
 */
import { dirname, join } from "node:path"

import ts from "typescript-6"

import { TypeWriter } from "./type-writer.ts"

const readConfig = (folder: string): ts.ParsedCommandLine => {
  const file = join(folder, "tsconfig.json")
  const { config } = ts.readConfigFile(file, (path) => ts.sys.readFile(path))
  return ts.parseJsonConfigFileContent(config, ts.sys, dirname(file))
}

/** What a module exports, from wherever it comes. */
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
  const writer = new TypeWriter(checker, program)
  for (const symbol of exportsOf(checker, module)) writer.export(symbol)
  return writer.text()
}
